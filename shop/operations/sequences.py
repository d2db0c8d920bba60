"""Check how full the sequences of ids are. An exhausted sequence refuses every new row of its table."""

from shop.db.query import Query

NEARLY = 0.9
"""The share of used numbers above which a sequence is reported."""

_MOST = """
    least(sequence.max_value, CASE format_type(attribute.atttypid, NULL)
        WHEN 'integer' THEN 2147483647 WHEN 'smallint' THEN 32767 ELSE sequence.max_value END)
"""

FILLING = Query(f"""
    SELECT owner.relname || '.' || attribute.attname AS name, sequence.last_value >= {_MOST} AS is_used_up,
        sequence.last_value::float / {_MOST} AS part
    FROM pg_sequences AS sequence
    JOIN pg_depend AS depend ON depend.classid = 'pg_class'::regclass AND depend.refclassid = 'pg_class'::regclass
        AND depend.objid = format('%%I.%%I', sequence.schemaname, sequence.sequencename)::regclass
        AND depend.deptype IN ('a', 'i')
    JOIN pg_class AS owner ON owner.oid = depend.refobjid
    JOIN pg_attribute AS attribute ON attribute.attrelid = owner.oid AND attribute.attnum = depend.refobjsubid
    WHERE NOT sequence.cycle AND sequence.last_value > {_MOST} * {NEARLY}
    ORDER BY part DESC, name LIMIT 3
""")  # noqa: S608 - made of constants
"""Select the sequences that near their end, or that of their column's type, the fullest first."""
