-- The sizes of "product" as rows.
SELECT label, weight, making_charge, wastage_charge, stock_quantity, is_default
FROM jsonb_to_recordset(product.sizes) AS stored (
    label text, weight numeric, making_charge numeric, wastage_charge numeric, stock_quantity integer,
    is_default boolean
)
