-- Returns what a search for a customer finds: the parts of name and email address, and of the phone number without its
-- separators. An index uses it.
CREATE OR REPLACE FUNCTION parts_of_customer(name text, email text, phone text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN text_parts(name || chr(10) || email || chr(10) || translate(phone, ' -().', ''));
