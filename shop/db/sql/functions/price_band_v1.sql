-- The price band of a price in rupees, from 0 to 4, as shoppers filter by it: PRICE_BANDS in
-- shop/catalogue/price_listing.py.
CREATE OR REPLACE FUNCTION price_band(price numeric) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN width_bucket(price, ARRAY[50000, 100000, 200000, 500000]::numeric[])::smallint;
