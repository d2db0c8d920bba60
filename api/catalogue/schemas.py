"""Products, categories and pictures on the wire."""

from decimal import Decimal
from typing import Any

from api.shapes import Number, Out, Time
from shop.catalogue.model import Product


class CategoryOut(Out):
    id: int
    code: str
    name: str
    image_url: str


class ImageOut(Out):
    id: int
    product_id: int
    type: str
    image_url: str
    status: str
    width: int | None
    height: int | None
    placeholder: str | None
    renditions: list[dict[str, Any]]


class ProductOut(Out):
    """A product as shoppers see it: with its price by today's rate, without what the shop paid for it."""

    id: int
    code: str
    name: str
    description: str
    weight: Number
    making_charge: Number
    wastage_charge: Number
    discount: Number
    gold_rate: Number
    metal_value: Number
    mrp: Number
    ornament_price: Number
    purity: str
    status: str
    stock_availability: str
    category_id: int
    category_name: str
    product_type: str
    rating: Number
    created_at: Time
    product_image_url: str
    images: list[ImageOut]

    @classmethod
    def of(cls, product: Product, category_name: str, gold_rate: Decimal) -> "ProductOut":
        """Price a product at a rate in rupees a gram."""
        price = product.price_at(gold_rate)
        images = [ImageOut.model_validate(image) for image in product.images]
        return cls(
            id=product.id,
            code=product.code,
            name=product.name,
            description=product.description,
            weight=product.weight,
            making_charge=product.making_charge,
            wastage_charge=product.wastage_charge,
            discount=product.discount,
            gold_rate=price.gold_rate,
            metal_value=price.metal_value,
            mrp=price.mrp,
            ornament_price=price.ornament_price,
            purity=product.purity,
            status=product.status,
            stock_availability=product.stock_availability,
            category_id=product.category_id,
            category_name=category_name,
            product_type=product.product_type,
            rating=product.rating,
            created_at=product.created_at,
            product_image_url=images[0].image_url if images else "",
            images=images,
        )
