import datetime as dt

import pytest

from onfile.structure.cover import ticker_on
from onfile.structure.identity import read_identity
from onfile.types import Page, PageStatus, Period

COVER = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
Washington, D.C. 20549
FORM {form}
{ended}
Commission file number 1-23456
{name}
(Exact name of registrant as specified in its charter)
Delaware 12-3456789
Securities registered pursuant to Section 12(b) of the Act:
Title of each class Trading Symbol Name of each exchange on which registered
Common Stock, $0.10 par value ALDR New York Stock Exchange
1.500% Notes due 2031 ALDR31 New York Stock Exchange
"""


def pages(*texts):
    return [Page(number, text, PageStatus.TEXT) for number, text in enumerate(texts, start=1)]


def cover(form="10-K", ended="For the fiscal year ended December 31, 2022", name="ALDER CO., INC."):
    return COVER.format(form=form, ended=ended, name=name)


def test_the_cover_gives_company_form_period_and_the_ticker_of_the_common_stock():
    identity = read_identity(pages(cover(), "Alder grew. Alder Co., Inc. sold more."))
    assert identity.company == "Alder"
    assert identity.legal_name == "ALDER CO., INC."
    assert identity.ticker == "ALDR"
    assert identity.form == "10-K"
    assert identity.period == Period(2022)
    assert identity.period_end == dt.date(2022, 12, 31)
    assert identity.fiscal_year_end_month == 12
    assert not identity.is_amendment


def test_every_field_that_was_read_says_where():
    identity = read_identity(pages(cover(), "Alder grew. Alder Co., Inc. sold more."))
    found = {row.name: row for row in identity.provenance}
    assert {"company", "form", "ticker", "period", "period_end"} <= set(found)
    assert found["period"].page == 1
    assert found["period"].quote == "fiscal year ended December 31, 2022"


def test_a_cover_whose_name_is_a_logo_takes_the_name_of_the_signature():
    body = "Signed by\nTHE ALDER SPRINGS COMPANY\n(Registrant)\n"
    identity = read_identity(pages(cover(name=""), "At Alder Springs we grow.", body))
    assert identity.legal_name == "THE ALDER SPRINGS COMPANY"
    assert identity.company == "Alder Springs"


def test_small_capitals_that_come_out_apart_are_joined_when_the_text_writes_them_so():
    body = "Alder Springs grew. Alder Springs sold more."
    identity = read_identity(pages(cover(name="A LDER S PRINGS, INC."), body))
    assert identity.legal_name == "ALDER SPRINGS, INC."
    assert identity.company == "Alder Springs"


def test_an_amendment_is_named_as_one():
    identity = read_identity(pages(cover(form="10-K/A"), "Alder"))
    assert identity.form == "10-K/A"
    assert identity.is_amendment


def test_a_year_of_52_weeks_that_ends_in_the_first_days_of_january_is_the_year_before():
    identity = read_identity(pages(cover(ended="For the fiscal year ended January 1, 2023")))
    assert identity.period == Period(2022)
    assert identity.period_end == dt.date(2023, 1, 1)
    assert identity.fiscal_year_end_month == 12


@pytest.mark.parametrize(
    ("told", "year"),
    [
        ("In fiscal 2023 we grew. In fiscal 2022 we did not. Fiscal 2023 had 52 weeks.", 2023),
        ("In fiscal 2022 we grew. In fiscal 2021 we did not. Fiscal 2022 had 52 weeks.", 2022),
        ("We grew.", 2023),
    ],
)
def test_the_year_ended_in_january_is_called_what_the_company_calls_it(told, year):
    identity = read_identity(pages(cover(ended="For the fiscal year ended January 28, 2023"), told))
    assert identity.period == Period(year)
    assert identity.fiscal_year_end_month == 1


def test_the_quarter_of_a_quarterly_report_comes_from_the_length_of_its_year_to_date():
    ended = "For the quarterly period ended July 29, 2023"
    body = "Three Months Ended Six Months Ended\nfirst six months of fiscal 2024\nsix months"
    identity = read_identity(pages(cover("10-Q", ended), body + "\nfiscal 2024"))
    assert identity.form == "10-Q"
    assert identity.period == Period(2024, 2)
    assert identity.fiscal_year_end_month == 1


def test_a_first_quarter_has_no_longer_period():
    ended = "For the quarterly period ended March 31, 2024"
    identity = read_identity(pages(cover("10-Q", ended), "Three months ended March 31, 2024"))
    assert identity.period == Period(2024, 1)


def test_a_current_report_is_of_the_day_of_its_event():
    ended = "Date of Report (Date of earliest event reported): May 3, 2023"
    signed = (
        "SIGNATURE\nPursuant to the requirements of the Securities Exchange Act of 1934, the "
        "registrant has duly caused this report to be signed.\nDate: May 5, 2023 ALDER CO., INC."
    )
    identity = read_identity(pages(cover("8-K", ended), signed))
    assert identity.form == "8-K"
    assert identity.period_end == dt.date(2023, 5, 3)
    assert identity.period == Period(2023, 2)
    assert identity.filed == dt.date(2023, 5, 5)


def test_a_press_release_is_a_release_whatever_it_is_filed_as():
    text = (
        "Alder Reports Second Quarter Results\n"
        "SPRINGFIELD, August 29, 2023 -- Alder Co., Inc. (NYSE: ALDR) today announced results for "
        "the 13-week second quarter ended July 29, 2023 (“Q2 FY24”), as compared to the second "
        "quarter ended July 30, 2022 (“Q2 FY23”).\n"
    )
    identity = read_identity(pages(text, "Alder grew. Alder Co., Inc."))
    assert identity.form == "earnings release"
    assert identity.company == "Alder"
    assert identity.ticker == "ALDR"
    assert identity.period == Period(2024, 2)
    assert identity.period_end == dt.date(2023, 7, 29)
    assert identity.filed == dt.date(2023, 8, 29)
    assert identity.fiscal_year_end_month == 1


def test_the_end_of_the_quarter_before_is_not_taken_for_this_one():
    text = (
        "Alder Reports First Quarter 2023 Results\n"
        "SPRINGFIELD, April 18, 2023 -- Alder Co., Inc. (NYSE: ALDR) today reported results.\n"
        "Balance at the year ended January 1, 2023\n"
    )
    assert read_identity(pages(text)).period_end is None


def test_a_quarter_s_end_may_stand_in_the_header_of_the_statements():
    text = (
        "Alder Reports Fourth Quarter Fiscal Year 2025 Results\n"
        "SPRINGFIELD, August 7, 2025 -- Alder Co., Inc. (NYSE: ALDR) today reported results.\n"
        "Three Months Ended Twelve Months Ended\nJune 30, June 30, June 30, June 30,\n"
        "2024 2025 2024 2025\nNet sales 1 2 3 4\n"
    )
    identity = read_identity(pages(text))
    assert identity.period_end == dt.date(2025, 6, 30)
    assert identity.fiscal_year_end_month == 6


def test_a_filing_is_dated_by_its_signature_even_without_the_usual_sentence():
    signed = "SIGNATURES\nALDER CO., INC.\nDate: February 3, 2023\nBy: /s/ Ada Rowe"
    assert read_identity(pages(cover(), signed)).filed == dt.date(2023, 2, 3)


def test_a_call_without_speakers_is_named_by_its_opening_words():
    text = (
        "Good morning and welcome to Alder Springs's 2024 First Quarter Earnings conference call. "
        "Today's call is being recorded. Thank you, and over to you. In the first quarter we grew. "
        "It's a good first quarter, and we're glad."
    )
    identity = read_identity(pages(text))
    assert identity.form == "call transcript"
    assert identity.company == "Alder Springs"
    assert identity.period == Period(2024, 1)


def test_an_indian_call_in_the_third_quarter_ends_its_year_in_march():
    letter = (
        "Kestrel Cements Limited\nSub: Transcript of Earnings Call for the Quarter ended 31st "
        "December 2024.\nScrip Code: KESTREL\n4th February 2025"
    )
    call = (
        "Kestrel Cements Limited Q3 FY '25 Earnings Conference Call\n"
        "Moderator: Welcome to the conference call."
    )
    identity = read_identity(pages(letter, call), has_turns=True)
    assert identity.company == "Kestrel Cements"
    assert identity.ticker == "KESTREL"
    assert identity.period == Period(2025, 3)
    assert identity.period_end == dt.date(2024, 12, 31)
    assert identity.fiscal_year_end_month == 3


def test_what_the_text_does_not_say_is_none():
    identity = read_identity(pages("A drawing.\nNorth"))
    assert identity.company is None
    assert identity.form is None
    assert identity.period is None
    assert identity.filed is None


def test_no_pages_have_no_identity():
    assert read_identity([]).form is None


def test_a_bid_tabulation_names_no_company():
    text = (
        "Item No. Item Description Estimated Quantity Units Unit Price Total Price\n1 Gravel 5 LS"
    )
    identity = read_identity(pages(text))
    assert identity.form == "bid tabulation"
    assert identity.company is None


def test_a_trading_symbol_may_stand_above_its_heading() -> None:
    below = (
        "Securities registered pursuant to Section 12(b) of the Act:\n"
        "Common Stock, $5.00 Par Value NWB New York Stock Exchange\n"
        "(Title of each class) (Trading Symbol) (Name of each exchange on which registered)\n"
    )
    found = ticker_on(below)
    assert found is not None
    assert found[0] == "NWB"


def test_a_field_of_a_log_inside_a_report_is_not_the_reports_title():
    log = "LOG OF BORING B-1\nProject HB-7 Ground level 80 ft Datum NAVD 88\nSilty sand"
    front = "GEOTECHNICAL REPORT\nTallow Bridge Replacement"
    assert read_identity(pages(front, log, log)).title == "GEOTECHNICAL REPORT"


def test_a_quarter_in_the_middle_of_a_year_that_ends_in_may() -> None:
    text = "Six-Month Period Ended Nov. 27, 2022. Six-Month Period Ended Nov. 28, 2021."
    front = cover("10-Q", "For the quarterly period ended November 27, 2022")
    identity = read_identity(pages(front, text + " In the second quarter of fiscal 2023 it grew."))
    assert identity.period == Period(2023, 2)
    assert identity.fiscal_year_end_month == 5


@pytest.mark.parametrize(
    ("told", "period", "columns"),
    [
        ("QUARTER AND YEAR ENDED 31ST MARCH, 2023", Period(2023, 4), ""),
        ("QUARTER AND NINE MONTHS ENDED 31ST DECEMBER, 2022", Period(2023, 3), ""),
        ("QUARTER AND HALF YEAR ENDED 30TH SEPTEMBER, 2022", Period(2023, 2), ""),
        ("QUARTER ENDED 30TH JUNE, 2022", Period(2023, 1), "Year Ended\n30.06.2022 31.03.2022"),
    ],
)
def test_a_statement_of_results_is_a_release_of_the_period_it_names(told, period, columns):
    title = f"STATEMENT OF UNAUDITED CONSOLIDATED FINANCIAL RESULTS FOR THE {told}"
    (page,) = pages(f"ALDER MILLS LIMITED\n{title}\n(Rs. in Crore)\n{columns}\n")
    identity = read_identity([page])
    assert (identity.company, identity.form) == ("Alder Mills", "earnings release")
    assert identity.period == period
    assert identity.fiscal_year_end_month == 3


def test_a_title_with_a_ticker_names_the_company_of_a_call() -> None:
    words = "Alder & Vale Bancorp (AVB)\nQ4 2022 Earnings Conference Call\nJanuary 18, 2023\n"
    spoken = "Operator\nGood morning, and welcome to the Alder & Vale fourth quarter 2022 call."
    identity = read_identity(pages(words + spoken), has_turns=True)
    assert (identity.company, identity.ticker) == ("Alder & Vale Bancorp", "AVB")
