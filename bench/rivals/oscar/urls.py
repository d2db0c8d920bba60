"""The standard API, and a product list with the fields of a product card."""

from typing import ClassVar

from django.urls import include, path
from oscar.apps.catalogue.models import Product
from oscarapi.serializers.checkout import PriceSerializer
from oscarapi.serializers.product import ProductImageSerializer, ProductLinkSerializer
from oscarapi.views.product import ProductList
from rest_framework import serializers


class Card(ProductLinkSerializer):
    """A product with its pictures, and its price by the shop's strategy."""

    images = ProductImageSerializer(many=True)
    price = serializers.SerializerMethodField()

    class Meta(ProductLinkSerializer.Meta):
        fields: ClassVar = ("url", "id", "upc", "title", "description", "images", "price")

    def get_price(self, product: Product) -> dict[str, str]:
        price = self.context["request"].strategy.fetch_for_product(product).price
        return PriceSerializer(price, context=self.context).data


class Cards(ProductList):
    """The product list, with related rows read in a few queries."""

    queryset = Product.objects.browsable().base_queryset()
    serializer_class = Card


urlpatterns = [path("cards/", Cards.as_view()), path("api/", include("oscarapi.urls"))]
