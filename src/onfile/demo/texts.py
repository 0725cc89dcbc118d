"""What the made-up companies say of themselves: business, risks, and why figures moved.

Every sentence is invented. Sentences that hold a figure of the statements are not here; they
are composed from the books where they are printed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Story:
    """A company's own words.

    ``reasons`` explains a year's (or, as "2025Q2", a quarter's) change of net sales, and
    ``margin_reasons`` of gross margin.
    """

    business: tuple[tuple[str, str], ...]
    risks: tuple[tuple[str, str], ...]
    properties: tuple[tuple[str, str, int], ...]
    legal: str
    reasons: dict[str, str]
    margin_reasons: dict[str, str]
    liquidity: str


NORTHWIND = Story(
    business=(
        (
            "General",
            "Northwind Beverages Inc. makes, bottles and sells ready-to-drink beverages in the "
            "northeastern and central United States and in Canada. We were founded in 1931 as a "
            "bottler of spruce beer in Port Ellery, Maine.",
        ),
        (
            "Products",
            "Our best-known brands are Harbor Fizz sparkling water, Saltmarsh tea and Boreal "
            "energy drinks. We sell through grocery, convenience and club stores and through some "
            "310 independent distributors.",
        ),
        (
            "Supply",
            "We buy aluminum cans, cane sugar, tea leaf and carbon dioxide. Aluminum is bought "
            "from three suppliers under contracts of two to four years.",
        ),
        (
            "Customers",
            "Two customers, Larkfield Grocers and Union Mutual Stores, accounted for 14% and 11% "
            "of our net sales. The loss of either would hurt our results.",
        ),
        (
            "Competition",
            "We compete on taste, price and shelf space with larger companies whose marketing "
            "budgets exceed ours. Private-label sparkling water has gained share in each of the "
            "last three years.",
        ),
    ),
    risks=(
        (
            "Our costs depend on aluminum, which we cannot fully hedge.",
            "Cans are our largest single input. We hedge between half and three quarters of the "
            "aluminum that we expect to use over the next twelve months. A 10% rise in the price "
            "of the unhedged part would raise our cost of sales by about $19 million a year.",
        ),
        (
            "A shortage of carbon dioxide could stop our lines.",
            "Carbon dioxide is a by-product of ammonia plants, whose maintenance seasons coincide "
            "with our peak in summer. In one recent summer we ran the Quillon plant at half "
            "capacity for nine days.",
        ),
        (
            "A few customers account for much of our sales.",
            "Larkfield Grocers and Union Mutual Stores buy without minimum commitments and may "
            "cut our shelf space at short notice.",
        ),
        (
            "Taxes on sweetened drinks may spread.",
            "Four cities in which we sell tax sweetened drinks by the ounce, at rates of one to "
            "two cents. Where such a tax was introduced our volume fell between 6% and 13% in the "
            "following year, and did not recover in the year after that. A bill before the "
            "legislature of Maine would add a tax of two cents an ounce on all drinks with more "
            "than five grams of sugar in eight ounces, to be collected from the bottler.",
        ),
        (
            "Failure of our ordering system would interrupt deliveries.",
            "Our distributors order through one system, operated by a third party in a single "
            "data center. A tested fallback exists for warehouse picking but not for ordering.",
        ),
    ),
    properties=(
        ("Port Ellery, Maine (cans and bottles)", "Owned", 6),
        ("Quillon, Ohio (cans)", "Owned", 9),
        ("Saint-Aubin, Quebec (tea and glass bottles)", "Leased", 4),
        ("Marrow Bay, New York (energy drinks)", "Leased", 3),
    ),
    legal=(
        "A former distributor, Peregrine Haulage LLC, sued us for ending its territory. A jury "
        "is to hear the case; we recorded a reserve of $8 million."
    ),
    reasons={
        "2022": "higher prices for cans and bottles, taken in two steps, partly offset by lower "
        "volume of Saltmarsh tea",
        "2023": "higher prices, growth of Boreal energy drinks and the acquisition of Tidewrack "
        "Tonics in May, partly offset by lower volume of Sparkling in convenience stores",
        "2024": "volume growth in Energy, a full year of Tidewrack Tonics and a favorable mix of "
        "single-serve packages",
        "2025Q1": "earlier shipments ahead of the spring holidays and growth in Energy",
        "2025Q2": "a cool and wet early summer, the loss of shelf space at Union Mutual Stores and "
        "the discontinued one-liter Harbor Fizz bottle",
    },
    margin_reasons={
        "2022": "higher aluminum and freight costs, only partly recovered by pricing",
        "2023": "lower freight rates and productivity savings at the Quillon plant",
        "2024": "productivity savings and lower ocean freight, partly offset by cane sugar",
        "2025Q1": "lower aluminum costs",
        "2025Q2": "fixed plant costs spread over lower volume, and tariffs on imported cans",
    },
    liquidity=(
        "We have a revolving credit facility of $600 million that expires in October 2028. No "
        "amounts were drawn under it at the end of the period."
    ),
)

ALDER = Story(
    business=(
        (
            "General",
            "Alder Springs Company bottles spring water at five springs and operates refill "
            "stations in supermarkets. We sell in eleven western states.",
        ),
        (
            "Fiscal Year",
            "Our fiscal year is the 52 or 53 weeks ending on the last Saturday of January that "
            "leaves four weeks or more in the month before. A fiscal year is named for the "
            "calendar year in which it begins.",
        ),
        (
            "Refill Stations",
            "At year end we operated 2,340 refill stations, each serving about forty customers a "
            "day. Stations are placed under agreements of five years with the supermarket.",
        ),
        (
            "Water Rights",
            "We hold water rights at Tamarack Falls, Cold Ledge, Minnow Creek, Upper Sorrel and "
            "Hollow Pine. The rights at Cold Ledge are limited to 410 acre-feet a year.",
        ),
        (
            "Seasonality",
            "Demand is seasonal: the second fiscal quarter, which holds most of the summer, is our "
            "largest in net revenue and earnings.",
        ),
    ),
    risks=(
        (
            "Drought may limit what our springs yield.",
            "Flow at Minnow Creek fell below its permitted minimum for 23 days in one recent "
            "summer and we stopped drawing water there.",
        ),
        (
            "Supermarkets may not renew our refill stations.",
            "Agreements for about a fifth of our stations end in each year. Eastgate Markets, "
            "which hosts 480 stations, has told us that it is testing a rival's machine.",
        ),
        (
            "Bottle deposits may be extended to water.",
            "Two states are considering deposits of ten cents on every bottle of water.",
        ),
        (
            "Our earnings depend on one warm season.",
            "A cool summer lowers volume when our plants are staffed for their peak.",
        ),
    ),
    properties=(
        ("Tamarack Falls, Oregon (bottling)", "Owned", 5),
        ("Cold Ledge, Idaho (bottling)", "Owned", 2),
        ("Upper Sorrel, Washington (flavored water)", "Owned", 3),
        ("Sparrow Flat, Nevada (station workshop)", "Leased", 1),
    ),
    legal=(
        "The Minnow Creek Conservancy has asked a state court to lower our permitted flow. We "
        "can't estimate a loss and have recorded none."
    ),
    reasons={
        "2022": "price increases on one-gallon bottles and 190 more refill stations",
        "2023": "a long, hot summer, 260 more refill stations and the purchase of Lantern Lake "
        "Waters in August",
        "2024": "lower bottled volume after a cool summer and the end of our agreement with "
        "Northgate Pharmacies, partly offset by higher prices at refill stations",
        "2025Q1": "new refill stations",
        "2025Q2": "warmer weather in July, new refill stations and the return of the half-liter "
        "multipack",
    },
    margin_reasons={
        "2022": "higher resin prices",
        "2023": "lower resin prices and better use of the Upper Sorrel line",
        "2024": "higher resin prices and idle capacity",
        "2025Q1": "lower freight",
        "2025Q2": "lower resin prices and fuller lines",
    },
    liquidity=(
        "Our five-year credit agreement allows borrowing of up to $250,000 thousand. It requires "
        "debt of no more than 3.25 times adjusted earnings; we complied at the end of the period."
    ),
)

KESTREL = Story(
    business=(
        (
            "General",
            "Kestrel Drinks Corporation presses fruit juice and makes sports drinks. Our brands "
            "are Orchard Gate, Rill and Second Wind. Our fiscal year ends on June 30.",
        ),
        (
            "Foodservice",
            "Foodservice customers (schools, hospitals and canteens) buy concentrate in bags of "
            "ten liters. We serve about 9,200 of them.",
        ),
        (
            "Supply",
            "Orange and apple concentrate are bought on annual contracts priced each autumn. "
            "Orange concentrate made up 31% of our cost of goods sold.",
        ),
        (
            "Patents",
            "We hold 64 patents, of which the most important, on the Rill closure, expires in "
            "2031.",
        ),
    ),
    risks=(
        (
            "Citrus disease has made orange concentrate scarce and dear.",
            "Greening disease cut the harvest of our main supplier by a third. We can't pass on "
            "the whole of the increase to schools, whose prices are fixed for a school year.",
        ),
        (
            "Consumers are turning away from sugar in juice.",
            "Volume of Orchard Gate has fallen in four of the last five years.",
        ),
        (
            "Our debt limits what we can do.",
            "Our notes forbid dividends when debt exceeds four times adjusted earnings.",
        ),
    ),
    properties=(
        ("Bellwether, Ohio (juice)", "Owned", 7),
        ("Pinnock, Georgia (sports drinks)", "Owned", 5),
        ("Dry Fork, Texas (foodservice)", "Leased", 2),
    ),
    legal=(
        "In a suit over the words 'nothing added' on Orchard Gate labels a court approved a "
        "settlement of $12 million, which had been accrued in an earlier year."
    ),
    reasons={
        "2023": "higher prices and the purchase of Second Wind in September, partly offset by "
        "lower juice volume",
        "2024": "a full year of Second Wind and higher prices in Foodservice",
        "2025": "lower volume of Orchard Gate juice and promotions on sports drinks, partly offset "
        "by new school contracts in Foodservice",
        "2025Q4": "lower juice volume and heavier promotions on sports drinks",
        "2026Q1": "the loss of the Halloway school contract and a recall of Rill bottles with "
        "faulty closures",
    },
    margin_reasons={
        "2023": "dearer orange concentrate",
        "2024": "higher prices and a better mix",
        "2025": "dearer orange concentrate and heavier promotions",
        "2025Q4": "dearer orange concentrate",
        "2026Q1": "recall costs of $9 million and dearer orange concentrate",
    },
    liquidity=(
        "We have committed credit lines of $350 million, of which $60 million was drawn at the "
        "end of the period."
    ),
)

STORIES = {
    "Northwind": NORTHWIND,
    "Alder Springs": ALDER,
    "Kestrel": KESTREL,
}
