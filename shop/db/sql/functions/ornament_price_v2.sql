-- The price of an ornament in whole rupees, from the rate in rupees a gram, the weight in grams and charges in rupees.
-- It is the same rule as in shop/catalogue/pricing.py. The previous version calls it without the stones.
CREATE OR REPLACE FUNCTION ornament_price(
    rate numeric, weight numeric, making numeric, wastage numeric, discount numeric, stones numeric DEFAULT 0
) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN round(round(rate * weight, 2) + stones + making + wastage) - discount;
