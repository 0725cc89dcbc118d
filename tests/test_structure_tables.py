"""Tables of made-up pages: each kind of trouble that real filings made, once."""

import datetime as dt
from decimal import Decimal

import pytest

from onfile.structure.tables import read_tables
from onfile.types import Identity, Page, PageStatus, Period
from printed_page import centred, line, page_of

YEAR = Identity(
    form="10-K", period=Period(2022), period_end=dt.date(2022, 12, 31), fiscal_year_end_month=12
)
HEAD = (
    [(200, "Northwind Beverages, Inc.")],
    [(180, "Consolidated Statements of Income")],
    [(40, "(in millions, except per share data)")],
    [centred("Years ended December 31,", 470)],
    line("", "2022", "2021", "2020"),
)


def one(*rows, identity=YEAR):
    (table,) = read_tables([page_of(*rows)], identity)
    return table


def values(row):
    return [None if cell.value is None else str(cell.value) for cell in row.cells]


def columns(row):
    return [cell.column for cell in row.cells]


def labels(table):
    return [row.label for row in table.rows]


def test_rows_columns_and_periods_of_a_plain_statement():
    table = one(
        *HEAD,
        line("Net sales", "$ 900", "$ 800", "$ 700"),
        line("Cost of sales", "(500)", "(450)", "(400)"),
        line("Operating income", "400", "350", "300"),
    )
    assert labels(table) == ["Net sales", "Cost of sales", "Operating income"]
    assert values(table.rows[1]) == ["-500", "-450", "-400"]
    assert [column.period for column in table.columns] == [Period(2022), Period(2021), Period(2020)]
    assert table.columns[0].period_end == dt.date(2022, 12, 31)
    assert not table.columns[0].is_instant
    assert table.scale == 10**6
    assert table.currency == "USD"


def test_every_cell_is_found_again_at_its_span():
    page = page_of(*HEAD, line("Net sales", "$ 900", "$ (800)", "–"), line("Other", "1", "2", "3"))
    (table,) = read_tables([page], YEAR)
    for row in table.rows:
        assert row.label in page.text[row.span.start : row.span.end]
        for cell in row.cells:
            assert page.text[cell.span.start : cell.span.end] == cell.printed


def test_a_nil_dash_is_not_the_minus_of_the_next_column():
    table = one(*HEAD, line("Impairment", "–", "25", "-"), line("Net income", "10", "20", "30"))
    cells = table.rows[0].cells
    assert [(cell.value, cell.is_nil) for cell in cells] == [
        (Decimal(0), True),
        (Decimal(25), False),
        (Decimal(0), True),
    ]


def test_an_empty_cell_is_no_zero():
    table = one(*HEAD, line("Gain on sale", "12", "", "7"), line("Net income", "10", "20", "30"))
    assert columns(table.rows[0]) == [0, 2]


def test_currency_signs_and_brackets_in_places_of_their_own():
    rows = (
        [(40, "Net loss"), (360, "$"), (-392, "(12"), (-398, ")"), (-480, "15"), (-560, "16")],
        line("Net sales", "1,100", "1,200", "1,300"),
    )
    table = one(*HEAD, *rows)
    assert values(table.rows[0]) == ["-12", "15", "16"]
    assert columns(table.rows[0]) == [0, 1, 2]


def test_numbers_inside_a_label_stay_in_it():
    table = one(
        *HEAD,
        line("Receivables, net of allowances of 2022, $59; 2021, $52", "700", "650", "600"),
        line("Inventories (Note 16)", "70", "65", "60"),
    )
    assert labels(table)[0] == "Receivables, net of allowances of 2022, $59; 2021, $52"
    assert labels(table)[1] == "Inventories (Note 16)"
    assert values(table.rows[1]) == ["70", "65", "60"]
    assert len(table.columns) == 3


def test_a_label_of_three_lines_is_kept_whole():
    table = one(
        *HEAD,
        line("Net sales", "900", "800", "700"),
        [(40, "Gains on disposals of businesses, net of")],
        [(48, "the costs of separation and of")],
        line("related taxes", "5", "6", "7", x=48),
    )
    assert labels(table)[1] == (
        "Gains on disposals of businesses, net of the costs of separation and of related taxes"
    )


def test_a_heading_is_not_glued_to_the_row_below():
    table = one(
        *HEAD,
        [(40, "Current assets")],
        line("Cash", "5", "6", "7", x=52),
        line("Total current assets", "5", "6", "7", x=52),
        line("Goodwill", "1", "2", "3"),
    )
    assert [(row.path, row.label) for row in table.rows] == [
        (("Current assets",), "Cash"),
        (("Current assets",), "Total current assets"),
        ((), "Goodwill"),
    ]


def test_a_heading_ends_where_the_indentation_ends():
    table = one(
        *HEAD,
        [(40, "Other income (expense):")],
        line("Interest income", "1", "2", "3", x=52),
        line("Earnings before income taxes", "400", "500", "600"),
        line("Income taxes", "40", "50", "60"),
    )
    assert [row.path for row in table.rows] == [("Other income (expense)",), (), ()]


def test_columns_oldest_first_keep_their_years():
    table = one(
        [(40, "(in thousands)")],
        line("Year ended December 31,", "2020", "2021", "2022"),
        line("Net sales", "700", "800", "900"),
        line("Net income", "70", "80", "90"),
    )
    assert [column.period for column in table.columns] == [Period(2020), Period(2021), Period(2022)]
    assert table.scale == 1000


def test_the_quarter_stands_beside_the_year_to_date():
    quarter = Identity(form="10-Q", period=Period(2023, 2), period_end=dt.date(2023, 6, 30))
    rights = (330, 400, 490, 560)
    table = one(
        [(200, "Condensed Consolidated Statements of Income")],
        [(40, "(in millions)")],
        [centred("Three Months Ended", 352), centred("Six Months Ended", 512)],
        [centred("June 30,", 352), centred("June 30,", 512)],
        line("", "2023", "2022", "2023", "2022", rights=rights),
        line("Net sales", "$ 250", "$ 230", "$ 480", "$ 450", rights=rights),
        line("Net income", "25", "23", "48", "45", rights=rights),
        identity=quarter,
    )
    assert [column.period for column in table.columns] == [
        Period(2023, 2),
        Period(2022, 2),
        Period(2023, 2, 6),
        Period(2022, 2, 6),
    ]


def test_a_change_column_has_no_period_and_leaks_nowhere():
    table = one(
        [(40, "(in millions)")],
        [centred("% Change", 548)],
        line("Year ended December 31,", "2022", "2021", "2022 vs. 2021"),
        line("Net sales", "$ 900", "$ 800", "12.5%"),
        line("Net income", "90", "100", "(10.0)%"),
    )
    assert [column.period for column in table.columns] == [Period(2022), Period(2021), None]
    assert [cell.is_percent for cell in table.rows[1].cells] == [False, False, True]


def test_unaudited_belongs_to_its_own_column():
    quarter = Identity(form="10-Q", period=Period(2023, 2), period_end=dt.date(2023, 7, 2))
    rights = (440, 540)
    table = one(
        [(200, "Condensed Consolidated Balance Sheets")],
        [centred("July 2,", 430)],
        [(40, "(MILLIONS)"), centred("2023", 430), centred("December 31, 2022", 520)],
        [centred("(Unaudited)", 430)],
        line("Cash", "$ 20", "$ 30", rights=rights),
        line("Total current assets", "70", "80", rights=rights),
        line("Total assets", "700", "800", rights=rights),
        line("Total liabilities", "300", "400", rights=rights),
        line("Total equity", "400", "400", rights=rights),
        identity=quarter,
    )
    assert [column.period for column in table.columns] == [Period(2023, 2), Period(2022)]
    assert all(column.is_instant for column in table.columns)
    assert "Unaudited" not in table.columns[1].header
    assert table.scale == 10**6


def test_two_scales_in_one_caption_are_kept_apart():
    table = one(
        [(40, "(In millions, except number of shares, which are reflected in thousands)")],
        line("Years ended December 31,", "2022", "2021", "2020"),
        line("Net sales", "900", "800", "700"),
        line("Diluted shares", "4,000", "4,100", "4,200"),
    )
    assert table.scale == 10**6
    assert table.share_scale == 1000


@pytest.mark.parametrize(
    ("caption", "scale", "share_scale", "currency"),
    [
        ("$ and shares in millions, except per share amounts", 10**6, 10**6, "USD"),
        ("(Rs. in crore)", 10**7, None, "INR"),
        ("(in thousands, except share and per share data)", 1000, 1, None),
        ("(Dollars in billions)", 10**9, None, "USD"),
        ("(unaudited)", None, None, None),
    ],
)
def test_captions_state_scales_and_currency(caption, scale, share_scale, currency):
    table = one(
        [(40, caption)],
        line("", "2022", "2021", "2020"),
        line("Net sales", "900", "800", "700"),
        line("Net income", "90", "80", "70"),
    )
    assert (table.scale, table.share_scale, table.currency) == (scale, share_scale, currency)


def test_a_table_goes_on_over_the_page_without_its_header():
    first = page_of(*HEAD, line("Net sales", "900", "800", "700"), line("Fees", "5", "6", "7"))
    second = page_of(
        line("Other revenue", "9", "8", "7"),
        line("Taxes", "1", "2", "3"),
        line("Net income", "90", "80", "70"),
        number=2,
    )
    _, after = read_tables([first, second], YEAR)
    assert after.is_continued
    assert after.scale == 10**6
    assert [column.period for column in after.columns] == [Period(2022), Period(2021), Period(2020)]


def test_a_table_that_stands_elsewhere_does_not_go_on():
    first = page_of(*HEAD, line("Net sales", "900", "800", "700"), line("Fees", "5", "6", "7"))
    empty = page_of([(40, "Nothing in this page is a table, it is only words.")], number=2)
    counts = [line(name, "9", "8", "7") for name in ("Units", "Shops", "Trucks")]
    third = page_of(*counts, number=3)
    tables = read_tables([first, empty, third], YEAR)
    assert [column.period for column in tables[-1].columns] == [None, None, None]


def test_stacked_tables_with_the_same_labels_keep_their_headings():
    table = one(
        [(40, "(in millions)")],
        line("Years ended December 31,", "2022", "2021", "2020"),
        [(40, "Juices")],
        line("Net sales", "10", "11", "12", x=52),
        [(40, "Waters")],
        line("Net sales", "20", "21", "22", x=52),
    )
    assert [(row.path, row.label) for row in table.rows] == [
        (("Juices",), "Net sales"),
        (("Waters",), "Net sales"),
    ]


def test_a_new_row_of_years_begins_a_new_table():
    first, second = read_tables(
        [
            page_of(
                line("(in millions)", "2022", "2021", "2020"),
                line("Net sales", "10", "11", "12"),
                line("Net income", "1", "2", "3"),
                line("(in millions)", "2021", "2020", "2019"),
                line("Assets", "20", "21", "22"),
                line("Liabilities", "5", "6", "7"),
            )
        ],
        YEAR,
    )
    assert first.columns[0].period == Period(2022)
    assert second.columns[0].period == Period(2021)


def test_tables_side_by_side_are_two():
    rows = [
        [(40, label), (-200, a), (300, other), (-480, b)]
        for label, a, other, b in (
            ("Cash on hand", "10", "Short-term debt", "70"),
            ("Securities", "20", "Long-term debt", "80"),
            ("Land and plant", "30", "Other liabilities", "90"),
        )
    ]
    left, right = read_tables([page_of(*rows)], YEAR)
    assert labels(left) == ["Cash on hand", "Securities", "Land and plant"]
    assert labels(right) == ["Short-term debt", "Long-term debt", "Other liabilities"]
    assert values(right.rows[2]) == ["90"]


def test_a_contents_page_is_no_table():
    rows = [
        [(40, f"Item {n}. A heading"), (-560, str(page))]
        for n, page in enumerate((3, 9, 17, 18, 25, 40))
    ]
    assert read_tables([page_of(*rows)], YEAR) == ()


def test_prose_with_numbers_is_no_table():
    rows = [
        [(40, "In 2022 we opened 14 plants and sold 3 of them, which gave us 25")],
        [(40, "new customers in 12 states, more than the 11 of the year before 2021")],
        [(40, "and far more than anyone here would have expected back in 2020")],
    ]
    assert read_tables([page_of(*rows)], YEAR) == ()


def test_the_page_number_is_no_row():
    table = one(*HEAD, line("Net sales", "9", "8", "7"), line("Fees", "5", "6", "7"), [(300, "41")])
    assert labels(table) == ["Net sales", "Fees"]


def test_columns_by_position_whatever_the_order_of_the_text():
    rows = [
        [(40, label), (-560, c), (-400, a), (-480, b)]
        for label, a, b, c in (("Net sales", "9", "8", "7"), ("Fees", "5", "6", "4"))
    ]
    table = one(*HEAD, *rows)
    assert values(table.rows[0]) == ["9", "8", "7"]


def test_a_note_column_of_small_numbers_has_no_period():
    rights = (300, 400, 480)
    table = one(
        [(40, "(in millions)")],
        line("Years ended December 31,", "Note", "2022", "2021", rights=rights),
        line("Net sales", "4", "900", "800", rights=rights),
        line("Income taxes", "12", "90", "80", rights=rights),
    )
    assert [column.period for column in table.columns] == [None, Period(2022), Period(2021)]


def test_without_geometry_columns_are_counted_from_the_right():
    text = (
        "Consolidated Statements of Income\n(in millions)\nYears ended December 31, 2022 2021\n"
        "Net sales $ 900 $ 800\nImpairment – 25\nNet income 90 80"
    )
    (table,) = read_tables([Page(1, text, PageStatus.TEXT)], YEAR)
    assert [column.period for column in table.columns] == [Period(2022), Period(2021)]
    assert [values(row) for row in table.rows] == [["900", "800"], ["0", "25"], ["90", "80"]]


def test_an_unreadable_page_gives_no_table():
    assert read_tables([Page(1, "", PageStatus.NO_TEXT)], YEAR) == ()


def test_a_total_without_a_label_is_named_where_it_adds_up():
    table = one(
        *HEAD,
        [(40, "Revenues")],
        line("Juices", "10", "11", "12", x=52),
        line("Waters", "20", "21", "22", x=52),
        line("", "30", "32", "34"),
        [(40, "Expenses")],
        line("Water", "1", "2", "3", x=52),
        line("Sugar", "4", "5", "6", x=52),
        line("", "9", "9", "9"),
    )
    assert labels(table)[2] == "Total Revenues (unlabelled on the page)"
    assert labels(table)[5] == ""


def test_the_two_sides_of_a_balance_sheet_are_named_by_their_equality():
    rights = (440, 540)
    table = one(
        [(200, "Consolidated Balance Sheets (in millions)")],
        [centred("December 31,", 490)],
        line("", "2022", "2021", rights=rights),
        line("Cash and cash equivalents", "100", "90", rights=rights),
        line("Total current assets", "300", "290", rights=rights),
        line("", "700", "690", rights=rights),
        line("Total current liabilities", "200", "190", rights=rights),
        line("Retained earnings", "500", "500", rights=rights),
        line("", "700", "690", rights=rights),
    )
    assert [labels(table)[2], labels(table)[5]] == [
        "Total assets (unlabelled on the page)",
        "Total liabilities and equity (unlabelled on the page)",
    ]
    assert [column.period for column in table.columns] == [Period(2022), Period(2021)]


def test_units_may_stand_below_the_years():
    table = one(
        line("December 31,", "2022", "2021", "2020"),
        [(40, "(In millions except par value)")],
        [(40, "ASSETS")],
        line("Cash", "5", "6", "7", x=52),
        line("Total assets", "50", "60", "70", x=52),
    )
    assert table.scale == 10**6
    assert table.rows[0].path == ("ASSETS",)


def test_a_heading_of_shares_holds_without_indentation():
    table = one(
        *HEAD,
        line("Net loss", "(9)", "(8)", "(7)"),
        [(40, "Net loss per share")],
        line("Basic", "(0.90)", "(0.80)", "(0.70)"),
        [(40, "Shares used in per share calculation")],
        line("Basic", "10", "10", "10"),
    )
    assert [row.path for row in table.rows] == [
        (),
        ("Net loss per share",),
        ("Shares used in per share calculation",),
    ]


def test_a_label_that_ends_in_net_does_not_take_the_heading_below():
    table = one(
        *HEAD,
        line("Taxes paid, net", "5", "6", "7"),
        [(40, "Non-cash activities")],
        line("Assets acquired", "8", "9", "10", x=52),
    )
    assert labels(table) == ["Taxes paid, net", "Assets acquired"]
    assert table.rows[1].path == ("Non-cash activities",)


def test_a_table_of_places_stands_in_the_year_above_it():
    rights = (400, 480, 560)
    first, second = read_tables(
        [
            page_of(
                [(40, "(in millions)")],
                line("", "Juices", "Waters", "Total", rights=rights),
                [(40, "2022")],
                line("Net sales", "10", "20", "30", rights=rights),
                line("Operating income", "1", "2", "3", rights=rights),
                [(40, "2021")],
                line("Net sales", "9", "19", "28", rights=rights),
                line("Operating income", "1", "1", "2", rights=rights),
            )
        ],
        YEAR,
    )
    assert [column.header for column in second.columns] == ["Juices", "Waters", "Total"]
    assert {column.period for column in first.columns} == {Period(2022)}
    assert {column.period for column in second.columns} == {Period(2021)}


def test_a_line_that_ends_in_before_is_the_beginning_of_the_label_below():
    table = one(
        line("", "2022", "2021", "2020"),
        line("Other income", "$ 15", "$ 14", "$ 13"),
        [(40, "INCOME FROM CONTINUING OPERATIONS BEFORE")],
        line("INCOME TAXES", "835", "674", "813", x=50),
        line("Income taxes", "162", "556", "158"),
    )
    assert "INCOME FROM CONTINUING OPERATIONS BEFORE INCOME TAXES" in labels(table)


def test_adjustments_to_reconcile_head_rows_however_wide_the_line_is():
    table = one(
        line("", "2022", "2021", "2020"),
        line("Net earnings", "$ 573", "$ 631", "$ 683"),
        [(40, "Adjustments to reconcile net earnings to net cash from operations")],
        line("Depreciation and amortization", "140", "136", "129", x=50),
        line("Deferred taxes", "75", "18", "50", x=50),
    )
    assert labels(table)[1] == "Depreciation and amortization"
    assert table.rows[1].path[-1].startswith("Adjustments to reconcile")


def test_a_heading_of_adjusted_amounts_holds_below_its_first_net_row():
    table = one(
        line("", "2022", "2021", "2020"),
        line("Net earnings", "$ 573", "$ 631", "$ 683"),
        [(40, "Adjusted earnings (non-GAAP):")],
        line("Net earnings", "600", "650", "690", x=50),
        line("Net earnings per share", "2.68", "2.67", "2.60", x=50),
    )
    assert [row.path for row in table.rows[1:]] == [("Adjusted earnings (non-GAAP)",)] * 2
