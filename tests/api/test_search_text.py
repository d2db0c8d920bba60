"""Searches among the demo products by single words, codes, plurals and misspellings."""

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

from shop.catalogue.text_search.matching import MAX_CODES, WordMatch
from shop.catalogue.text_search.spelling import Vocabulary
from shop.catalogue.text_search.words import Word
from tests.api.conftest import add_people, open_savepoint, open_transaction, sessions_of
from tests.support import factories
from tests.support.http_client import succeeded

DEMO = json.loads((Path(__file__).parents[2] / "demo" / "catalogue.json").read_text("utf-8"))

SLIPS = {
    "padmni ruby halo ring": "Padmini Ruby Halo Ring",
    "rubby halo": "Padmini Ruby Halo Ring",
    "hallo ring": "Padmini Ruby Halo Ring",
    "marakatta": "Marakata Bloom Cocktail Ring",
    "coktail ring": "Marakata Bloom Cocktail Ring",
    "cocktial": "Marakata Bloom Cocktail Ring",
    "sunbrust signet": "Rajan Sunburst Signet",
    "signat ring": "Rajan Sunburst Signet",
    "saptpadi": "Saptapadi Couple Bands",
    "cuple bands": "Saptapadi Couple Bands",
    "paithni nath": "Paithani Bridal Nath",
    "bridel nath": "Paithani Bridal Nath",
    "jumka": "Rangmahal Jhumka",
    "jhumkas": "Rangmahal Jhumka",
    "jumkha": "Rangmahal Jhumka",
    "rang mahal": "Rangmahal Jhumka",
    "chandbalis": "Chandni Chandbali",
    "chand bali": "Chandni Chandbali",
    "chandhni": "Chandni Chandbali",
    "dimond studs": "Tara Diamond Flower Studs",
    "diamond flowr": "Tara Diamond Flower Studs",
    "diomand stud": "Tara Diamond Flower Studs",
    "gullabo": "Gulabo Kids Flower Studs",
    "kid flower ear rings": "Gulabo Kids Flower Studs",
    "maharni": "Maharani Royal Layered Set",
    "royal layerd": "Maharani Royal Layered Set",
    "choaker": "Kalyani Ruby Choker",
    "chocker": "Kalyani Ruby Choker",
    "kalyani rubi necklase": "Kalyani Ruby Choker",
    "ruby neckless": "Kalyani Ruby Choker",
    "laxmi haram": "Lakshmi Kasu Haram",
    "kasu harm": "Lakshmi Kasu Haram",
    "lotas pendant": "Surya Lotus Pendant",
    "pendent lotus": "Surya Lotus Pendant",
    "emrald drop": "Ashru Emerald Drop Pendant",
    "emerald pendent": "Ashru Emerald Drop Pendant",
    "mang tika": "Sindoori Maang Tikka",
    "sindori": "Sindoori Maang Tikka",
    "bridal bangel set": "Saubhagya Bridal Bangle Set",
    "sobhagya": "Saubhagya Bridal Bangle Set",
    "punjab kadda": "Sher-e-Punjab Kada",
    "shere punjab": "Sher-e-Punjab Kada",
    "filigre cuff": "Jaali Filigree Cuff Bangle",
    "jali bangle": "Jaali Filigree Cuff Bangle",
    "rop chain": "Vansh Rope Chain",
    "heavy crub chain": "Veer Heavy Curb Chain",
    "gundala mala": "Gundla Mala",
    "braclet charm": "Meherbani Charm Bracelet",
    "mangal sutra petal": "Nitya Petal Mangalsutra",
    "akhand vatti mangalsutr": "Akhand Vati Mangalsutra",
}


def stock_demo(session) -> None:
    add_people(session)
    categories = {one["code"]: factories.open_category(session, one["name"]) for one in DEMO["categories"]}
    for product in DEMO["products"]:
        factories.stock_product(
            session, name=product["name"], code=product["code"], category=categories[product["category"]]
        )


@pytest.fixture(scope="module")
async def demo_transaction(async_engine):
    """Insert the categories and products of the demo for all tests of this file, and roll back at its end."""
    async with open_transaction(async_engine) as made:
        async with sessions_of(made).begin() as session:
            await session.run_sync(stock_demo)
        yield made


@pytest.fixture
async def connection(request, connection):
    """Return the connection of a test, or the one with the demo products if it uses them."""
    if "demo_products" in request.fixturenames:
        async with open_savepoint(request.getfixturevalue("demo_transaction")) as made:
            yield made
    else:
        yield connection


@pytest.fixture
def demo_products(demo_transaction, connection) -> None:
    """Have the categories and products of the demo, with their codes."""


async def found(browser, text: str) -> dict:
    response = await browser.get(f"/product/customer/?{urlencode({'search': text, 'sort': 'bestMatch', 'limit': 5})}")
    return {"names": [product["name"] for product in succeeded(response)], **response.json()}


async def test_fifty_misspelt_names_find_their_piece_among_the_first_five(visitor, demo_products):
    missed = {text: each["names"] for text in SLIPS if SLIPS[text] not in (each := await found(visitor, text))["names"]}
    assert len(SLIPS) == 50
    assert missed == {}


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("choker", "Kalyani Ruby Choker"),
        ("RUBY choker", "Kalyani Ruby Choker"),
        ("ER-201", "Rangmahal Jhumka"),
        ("er201", "Rangmahal Jhumka"),
        ("Er 201", "Rangmahal Jhumka"),
        ("jhumka", "Rangmahal Jhumka"),
        ("gold choker for wedding", "Kalyani Ruby Choker"),
        ("Surya", "Surya Lotus Pendant"),
    ],
)
async def test_the_best_match_is_first(visitor, demo_products, text, first):
    answer = await found(visitor, text)
    assert answer["names"][:1] == [first]


async def test_the_answer_says_what_was_searched_for_instead(visitor, demo_products):
    assert (await found(visitor, "jumka"))["searchedFor"] == "jhumka"
    assert (await found(visitor, "rubi necklase"))["searchedFor"] == "ruby necklaces"
    assert (await found(visitor, "xyzzyplugh ruby"))["searchedFor"] == "ruby"
    assert (await found(visitor, "mang tika"))["searchedFor"] == "maang tikka"
    assert (await found(visitor, "ruby"))["searchedFor"] is None


@pytest.mark.parametrize(
    ("text", "searched_for"),
    [
        *((text, None) for text in ("gold", "Jewellery", "jewelry", "Gold  Jewellery", "the gold")),
        *((text, "jewellery") for text in ("jewellery for women", "xyzzyplugh jewellery")),
        ("gold jewellery from xyzzyplugh", "gold jewellery"),
    ],
)
async def test_a_text_that_names_the_whole_shop_finds_everything(visitor, demo_products, text, searched_for):
    query = urlencode({"search": text, "sort": "bestMatch"})
    listed = (await visitor.get(f"/product/customer/?{query}&limit=100")).json()
    everything = (await visitor.get("/product/customer/?sort=bestMatch&limit=100")).json()
    assert (listed["data"], listed["total"], listed["facets"]) == tuple(
        everything[name] for name in ("data", "total", "facets")
    )
    assert listed["searchedFor"] == searched_for
    first = (await visitor.get(f"/product/customer/?{query}&limit=1&facets=false")).json()
    rest = await visitor.get(f"/product/customer/?{query}&limit=100&cursor={first['nextCursor']}")
    assert [each["id"] for each in succeeded(rest)] == [each["id"] for each in everything["data"][1:]]


@pytest.mark.parametrize("text", ["of", "for the", "xyzzyplugh for"])
async def test_words_that_name_nothing_find_nothing(visitor, demo_products, text):
    assert (await found(visitor, text))["total"] == 0


@pytest.fixture
async def coins(database, people):
    """Insert a coin and a ring of each purity."""

    def stock(session):
        for purity in ("22k", "24k"):
            for name in ("Lakshmi Coin", "Tara Ring"):
                factories.stock_product(session, name=f"{name} {purity[:2]}", purity=purity)

    await database.run_sync(stock)
    await database.commit()


@pytest.mark.parametrize(
    "written", ["22k", "22 k", "22-k", "22kt", "22 KT", "22ct", "22 carat", "22-carat", "22 carats", "22karat", "916"]
)
async def test_a_purity_is_found_as_shoppers_write_it(visitor, coins, written):
    for text in (f"{written} coin", f"coins {written} gold"):
        answer = await found(visitor, text)
        assert (answer["names"], answer["searchedFor"]) == (["Lakshmi Coin 22"], None)
    answer = await found(visitor, f"{written} gold")
    assert {"Lakshmi Coin 22", "Tara Ring 22"} <= set(answer["names"])
    assert not {"Lakshmi Coin 24", "Tara Ring 24"} & set(answer["names"])
    assert answer["searchedFor"] is None


async def test_a_fineness_is_no_purity_where_a_code_begins_with_it(visitor, coins, database):
    assert (await found(visitor, "999 coin"))["names"] == ["Lakshmi Coin 24"]
    await database.run_sync(lambda session: factories.stock_product(session, name="Bali", code="999-A", purity="22k"))
    await database.commit()
    assert (await found(visitor, "999"))["names"] == ["Bali"]


async def test_codes_of_products_that_are_not_on_sale_do_not_count(visitor, coins, database):
    def stock(session):
        factories.stock_product(session, name="Bali", code="999-B", status="inactive")
        for number in range(MAX_CODES):
            factories.stock_product(session, name="Bali", code=f"X70-{number}", status="inactive")
        factories.stock_product(session, name="Tops", code="X70-1000")

    await database.run_sync(stock)
    await database.commit()
    assert set((await found(visitor, "999"))["names"]) == {"Lakshmi Coin 24", "Tara Ring 24"}
    assert (await found(visitor, "x70"))["names"] == ["Tops"]


async def test_a_purity_in_a_name_is_found_as_it_is_written(visitor, people, database):
    for name in ("Coin 22 Carat", "Coin 22ct", "Coin 916"):
        await database.run_sync(lambda session, name=name: factories.stock_product(session, name=name, purity="24k"))
    await database.commit()
    for written in ("22 carat", "22ct", "916"):
        assert [name.lower() for name in (await found(visitor, f"coin {written}"))["names"]] == [f"coin {written}"]


async def test_unknown_words_are_left_out_where_the_nearest_ones_find_nothing(visitor, demo_products):
    answer = await found(visitor, "ruby choker layred")
    assert (answer["names"], answer["searchedFor"]) == (["Kalyani Ruby Choker"], "ruby choker")


async def test_what_resembles_nothing_finds_nothing(visitor, demo_products):
    answer = await found(visitor, "xyzzyplugh")
    assert (answer["names"], answer["total"], answer["searchedFor"]) == ([], 0, None)


async def test_pages_by_best_match_make_up_the_list(visitor, demo_products):
    names, cursor = [], {}
    while True:
        query = urlencode({"search": "bridal ring set", "sort": "bestMatch", "limit": 1} | cursor)
        page = (await visitor.get(f"/product/customer/?{query}")).json()
        names += [product["name"] for product in page["data"]]
        if page["nextCursor"] is None:
            break
        cursor = {"cursor": page["nextCursor"]}
    whole = await visitor.get(f"/product/customer/?{urlencode({'search': 'bridal ring set', 'sort': 'bestMatch'})}")
    assert names == [product["name"] for product in succeeded(whole)]


async def test_counts_of_a_search_fit_its_filters(visitor, demo_products):
    everything = (await visitor.get("/product/customer/?search=flower+studs&limit=100")).json()
    assert everything["total"] == len(everything["data"]) == 2
    by_category = {each["name"]: each["count"] for each in everything["facets"]["category"] if each["count"]}
    assert by_category == {"Earrings": 2}


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        *(
            (f"Kada{dash}Bangle", ["kada", "bangle", "kada bangle", "kada-bangle", "kada\u2014bangle", "kadabangle"])
            for dash in ("-", "\u2010", "\u2011", "\u2013", "\u2014", "\u2015", "/")
        ),
        *(
            (f"Lover{quote}s Knot", ["lover", "lovers", "Lover's", "Lover\u2019s knot", "lovers knot"])
            for quote in ("'", "\u2018", "\u2019")
        ),
        ("\u201cMoonlight\u201d Pendant", ["moonlight", "\u201cmoonlight\u201d", '"moonlight" pendant']),
        *((f"21{dash}K Coin", ["21k", "21-k", "21\u2013K coin", "21 k"]) for dash in ("-", "\u2013", "\u2014")),
        ("23K Coin", ["23k", "23-k", "23\u2013k coin"]),
        ("Perl\u00e9 Rene\u0301", ["perle", "perl\u00e9", "rene", "REN\u00c9"]),
        ("Perle Rene", ["perle", "perl\u00e9", "ren\u00e9 perle\u0301"]),
        ("कंगन\u2013\u095bरी", ["कंगन", "\u095bरी", "\u091c\u093cरी"]),
    ],
)
async def test_punctuation_and_accents_do_not_hide_a_name(visitor, people, database, name, texts):
    await database.run_sync(lambda session: factories.stock_product(session, name=name))
    await database.commit()
    answers = {text: await found(visitor, text) for text in texts}
    assert {text: (each["names"], each["searchedFor"]) for text, each in answers.items()} == dict.fromkeys(
        texts, ([name], None)
    )


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("perl\u00e9", "Perl\u00e9 Ring", "Ring Perle"),
        ("PERLE\u0301  ring", "Perl\u00e9 Ring", "Perle Ring"),
        ("22-k coin", "22-K Coin", "Coin 22-K"),
        ("coins 22-k", "Lotus Coin 22-K", "Lotus Coin 22K"),
        ("lotus perl\u00e9", "Ring Lotus Perl\u00e9", "Ring Lotus Perle"),
        ("moon\u2013band", "Moon\u2013Band", "Band of the Moon"),
        ("tree of life", "Tree of Life", "Life Tree"),
        ("gold tulip ring", "Tulip Ring", "Ring Tulip"),
        ("22-k coin", "22K Coin", "Coin 22K"),
    ],
)
async def test_a_name_is_ranked_as_it_is_written(visitor, people, database, text, first, second):
    for name in (first, second):  # of equal matches the newest is first
        await database.run_sync(lambda session, name=name: factories.stock_product(session, name=name))
    await database.commit()
    assert (await found(visitor, text))["names"] == [first, second]


async def test_a_new_word_is_found_at_once(visitor, demo_products, database):
    assert (await found(visitor, "zumurrud"))["names"] == []
    await database.run_sync(lambda session: factories.stock_product(session, name="Zumurrud Brooch"))
    await database.commit()
    assert (await found(visitor, "zumurrud"))["names"] == ["Zumurrud Brooch"]


@pytest.mark.parametrize(
    ("words", "corrected"),
    [
        (["rubi"], "ruby"),
        (["rbuy"], "ruby"),
        (["rby"], "ruby"),
        (["bangel"], "bangle"),
        (["ear", "rings"], "earrings"),
        (["rubychoker"], "ruby choker"),
        (["rubychocker"], "ruby choker"),
        (["rubbyearrings"], "ruby earrings"),
        (["rubyxyzw"], ""),
        (["22q"], ""),
        (["zzzz"], ""),
        (["chan"], "chain"),
    ],
)
def test_a_word_is_replaced_by_the_nearest(words, corrected):
    vocabulary = Vocabulary({"ruby": 5, "choker": 2, "bangle": 9, "bangles": 1, "earrings": 4, "chain": 3, "chair": 1})
    assert vocabulary.correct([WordMatch(Word(word), is_in_names=False) for word in words]) == corrected


@pytest.mark.parametrize("name", ["Ruby <b>Halo</b> Ring", "Ruby/Halo.Ring", "Ruby &amp; Halo", "ruby_halo@ring"])
async def test_punctuation_hides_no_word_of_a_name(visitor, database, people, name):
    await database.run_sync(lambda session: factories.stock_product(session, name=name))
    await database.commit()
    assert (await found(visitor, "halo"))["names"] == [name]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("सोने की अंगूठी", "अंगूठी"),
        ("सोने की अंगूठी", "सोने अंगूठ"),
        ("தங்க மோதிரம்", "மோதிரம்"),
        ("ಚಿನ್ನದ ಉಂಗುರ", "ಉಂಗುರ"),
        ("चू\u0921\u093cी", "चू\u0921\u093cी"),
        ("चू\u0921\u093cी", "चू\u095cी"),
        ("Amma\u2019s Ring", "Amma\u2019s"),
        ("Amma\u2019s Ring", "amma\u2019s ring"),
        ("Amma's Ring", "Amma\u2019s"),
        ("“Padmini” Halo", "“Padmini” Halo"),
        ("Padmini Halo", "“padmini halo”"),
        ("Padmini\u2013Halo", "Padmini\u2013Halo"),
        ("Padmini Halo", "Padmini \u2013 Halo"),
        ("Padmini Halo", "padmini\u00a0halo"),
        ("Padmini Halo", "\u200epadmini\u200b halo"),
    ],
)
async def test_a_name_is_found_in_any_script_and_with_any_punctuation(visitor, database, people, name, text):
    for each in (name, "आम अंग की ठप्पा", "தாலி மோ", "Amber Halogen"):
        await database.run_sync(lambda session, each=each: factories.stock_product(session, name=each))
    await database.commit()
    answer = await found(visitor, text)
    assert (answer["names"], answer["searchedFor"]) == ([name], None)


async def test_an_admin_finds_a_name_in_either_form_of_its_letters(karthik, database, people):
    name = "चू\u0921\u093cी"
    await database.run_sync(lambda session: factories.stock_product(session, name=name))
    await database.commit()
    for text in (name, "चू\u095cी"):
        listed = succeeded(await karthik.get(f"/product/?{urlencode({'search': text})}"))
        assert [product["name"] for product in listed] == [name]


@pytest.mark.parametrize("code", ["RG#501", "RG:501", "R&B-12", "RG-501/A", "अ#501"])
async def test_a_code_is_found_as_it_is_written(visitor, database, people, code):
    await database.run_sync(lambda session: factories.stock_product(session, name="Sunburst", code=code))
    await database.commit()
    for text in (code, code.lower(), code[:-1]):
        assert (await found(visitor, text))["names"] == ["Sunburst"]
