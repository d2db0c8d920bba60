// A common way to write a shop on Node: express with node-postgres, one query at a time.
const express = require("express");
const { Pool, types } = require("pg");

types.setTypeParser(1700, Number); // NUMERIC
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const app = express();
app.use(express.json());

const PAGE = `
    SELECT p.id, p.code, p.name, p.description, p.weight, p.making_charge AS "makingCharge",
        p.wastage_charge AS "wastageCharge", p.discount, p.purity, p.status,
        p.stock_availability AS "stockAvailability", p.category_id AS "categoryId", c.name AS "categoryName",
        p.product_type AS "productType", p.rating, p.review_count AS "reviewCount", p.created_at AS "createdAt",
        (SELECT json_agg(json_build_object('id', i.id, 'productId', i.product_id, 'type', i.type,
            'imageUrl', i.image_url, 'status', i.status, 'width', i.width, 'height', i.height,
            'placeholder', i.placeholder, 'renditions', '[]'::json) ORDER BY i.position)
         FROM product_image i WHERE i.product_id = p.id) AS images
    FROM listing l JOIN product p ON p.id = l.product_id JOIN category c ON c.id = p.category_id
    ORDER BY l.listed_at DESC, l.product_id DESC LIMIT $1`;
const RATE = "SELECT r22k FROM gold_rate WHERE date <= (now() AT TIME ZONE 'Asia/Kolkata')::date ORDER BY date DESC LIMIT 1";

app.get("/api/product/customer/", async (request, response) => {
    const [{ rows }, rate] = await Promise.all([pool.query(PAGE, [Number(request.query.limit)]), pool.query(RATE)]);
    const goldRate = rate.rows[0].r22k;
    const data = rows.map((row) => {
        const metalValue = Math.round(goldRate * row.weight * 100) / 100;
        const mrp = Math.round(metalValue + row.makingCharge + row.wastageCharge);
        const productImageUrl = row.images?.[0]?.imageUrl ?? "";
        return { ...row, goldRate, metalValue, mrp, ornamentPrice: mrp - row.discount, productImageUrl };
    });
    response.json({ code: 200, success: true, error: false, message: "Products", data, total: null, facets: null });
});

const NEW_ORDER = `
    INSERT INTO shop_order (customer_id, name, email, phone, total_quantity, total_amount, ordered_at)
    SELECT id, name, email, phone, $2, $3, now() FROM customer WHERE id = $1 RETURNING id`;
const NEW_LINES = `
    INSERT INTO order_item (order_id, line, product_id, product_name, product_image_url, purity, quantity, weight,
        gold_rate, making_charge, wastage_charge, discount, total_amount, status, ordered_at)
    SELECT $1, l.line, p.id, p.name, '', p.purity, l.quantity, p.weight, 9000, p.making_charge, p.wastage_charge,
        p.discount, l.total, 'ordered', now()
    FROM unnest($2::int[], $3::int[], $4::int[], $5::numeric[]) AS l(line, id, quantity, total) JOIN product p USING (id)`;
const NEW_EVENT = `
    INSERT INTO domain_event (type, aggregate, reach, customer_id, data, occurred_at)
    VALUES ('order.placed', $1, 'customer_and_admins', $2, $3, now())`;

app.post("/api/order/", async (request, response) => {
    const { customerId, items, totalQuantity, totalAmount } = request.body;
    const client = await pool.connect();
    try {
        await client.query("BEGIN");
        const placed = await client.query(NEW_ORDER, [customerId, totalQuantity, totalAmount]);
        const { id } = placed.rows[0];
        const column = (name) => items.map((item) => item[name]);
        await client.query(NEW_LINES, [
            id,
            items.map((_, place) => place + 1),
            column("productId"),
            column("productQuantity"),
            column("totalAmount"),
        ]);
        await client.query(NEW_EVENT, [`order:${id}`, customerId, { id, customerId, items }]);
        await client.query("COMMIT");
        response.json({ code: 200, success: true, error: false, message: "Order placed", data: { id, items } });
    } catch (error) {
        await client.query("ROLLBACK");
        throw error;
    } finally {
        client.release();
    }
});

app.listen(Number(process.env.PORT), "127.0.0.1");
