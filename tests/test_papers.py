"""Letters, minutes, specifications, logs and manuals of a project, asked in everyday words."""

from __future__ import annotations

import time

import pytest

from asked import answered, is_refused
from onfile.engine import Engine
from onfile.language.numbered import has_another, is_numbered_in, numbered_in
from onfile.language.sentences import units
from onfile.types import RefusalCode

MINUTES = """Progress Meeting No. 7 - Minutes

Project: Harrow Creek Wastewater Treatment Plant. Date: March 14, 2031.

Present: L. Okafor (Owner), T. Brandt (Engineer), M. Sousa (Tidewater Constructors).

1. Schedule

The contractor reported that the aeration basin slab was poured on March 5, 2031, eight days
behind the baseline schedule. The delay was caused by late delivery of reinforcing steel.

2. Submittals

Submittal 11340-02, fine bubble diffusers, was returned "revise and resubmit" because the
membrane material did not match the specification.

3. Change orders

Change Order 3 in the amount of $48,250 for rock excavation at the outfall was approved by the
Owner. Change Order 4, relocation of the 12-inch water main, is under review; the contractor
asked for $112,900 and 14 days.
"""
AWARD = """Notice of Award

June 29, 2030

You are notified that your bid for the Harrow Creek Wastewater Treatment Plant has been
accepted. The contract price is $2,264,500.00. You must furnish the performance bond within 15
days of this notice. Liquidated damages are $1,500 for each day after the date of substantial
completion.
"""
GEOTECHNICAL = """Geotechnical Report

Prepared by Stonefield Geotechnics for the Harrow Creek Wastewater Treatment Plant, February
2029.

3. Subsurface conditions

Four borings were drilled to depths of 25 to 40 feet. Boring B-2 met weathered limestone at 11.5
feet. Groundwater was found at depths of 6 to 8 feet below the surface.

5. Recommendations

Footings should bear at least 30 inches below finished grade for frost protection. Dewatering
will be required for excavations deeper than 6 feet.
"""
MANUAL = """Operation and Maintenance Manual: Blowers

2 Routine maintenance

Change the blower oil every 2,000 operating hours, or every three months, whichever comes first.
Use synthetic oil of viscosity ISO VG 220; each blower holds 1.9 gallons.

Replace the inlet filter when the pressure drop exceeds 8 inches of water.

3 Troubleshooting

If the discharge temperature exceeds 275 degrees Fahrenheit, the blower trips. Check the inlet
filter first.
"""
STATION = """Annual note of the waterworks

The pumping station at Ash Hill moved 41,200 cubic metres a day in 2030.
"""
RFIS = """RFI,Subject,Sent,Answered,Status
39,Pipe support at gallery,2031-02-20,2031-02-27,Closed
41,Blower conduit routing,2031-03-06,,Open
42,Anchor bolts at blower pads,2031-03-11,2031-03-18,Closed
"""
PAYMENTS = """Pay request,Period,Amount,Retainage
6,February 2031,96750,4837.5
7,March 2031,241300,12065
"""
TESTS = """Cylinder,Age (days),Strength (psi)
AB-1,7,3410
AB-2,28,5020
AB-3,28,4890
"""
NOTE = "Note on the door of the pump house: Pump 7 runs at 1450 rpm\n"
YEARLY = """Brockmere Waterworks
Annual Report 2030
The contract for the new filters was awarded to Delve Works for $1,284,500.
"""
MODEL = """Review of models
Although many approaches have been proposed over the years to describe how water is shared, the
Water Allocation Model (WAM) has had the most attention of the Hydraulic Institute. Orrin devised
the share index in 2021.
"""
FANS = """Fan,Power
F-1,7.5 kW
"""
FAN = """Fan Power

Fan F-1 serves the paint shop. Fan F-2 serves the kiln.
"""
CERTIFICATE = """LEAK TEST CERTIFICATE

Project: Harrow Creek
Line: Sludge main SM-4
Date of test: 9 May 2031
Allowable pressure loss: 0.30 bar
Measured pressure loss: 0.12 bar
Tested by: Q. Marlow
Witnessed by: I. Vance
"""
SHEET_C = """Blower Datasheet BL-31C

Item Value Unit
Rated speed 2950 rpm
Motor power 75 kW
Weight with motor 610 kg

The inlet valve of the blower must be closed for no longer than 40 seconds.
"""
SHEET_D = """Blower Datasheet BL-31D

Item Value Unit
Rated speed 1475 rpm
Motor power 90 kW
Weight with motor 845 kg

The inlet valve of the blower must be closed for no longer than 25 seconds.
"""
HANDBOOK = """Staff handbook

4 Working time

Staff may work from home up to three days a week. Working from a holiday flat is not permitted
without written approval. During probation the notice period is ten days. The probation period
is four months. Expense claims must be handed in within 45 days.
"""
LEASE = """Lease

Between Gullwing Properties and Sorrel & Finch Opticians for Shop 9.

The tenant has paid a deposit of EUR 7,640. The tenant may not sublet without written consent.
The shop has a floor area of 84 square metres.
"""
INSPECTION = """Site inspection, Tollgate School

The floor must not be laid until the moisture content of the screed is below 2.1 %. Masonry was
three weeks behind programme because of late delivery of the lintels.
"""
DOORS = """Door,Room,Width (mm),Height (mm),Fire rating
T-01,Boiler room,1100,2200,FD90
T-02,Music room,950,2050,FD30
"""
READINGS = """Station Location Noise (dB) PM10 max (ug/m3)
N-1 Mill Lane 51.3 44
N-2 Weir House 48.8 29
"""
COUNCIL = """# Council meeting, 7 February 2031

Chair: Prof. Ada Lorn. Clerk: Mirela Sand.
Apologies: Tobias Wray, Hugh Penn.

It was decided to postpone the new skate park until 2032 because the lowest tender, from Rampworks
at £91,300, exceeded the budget. The maximum number of people allowed in the reading room is 45.

| Action | Owner | Deadline |
|---|---|---|
| Commission hedge survey | H. Penn | 12 June 2031 |
| Publish room list | M. Sand | 15 April 2031 |
"""
WATER = """Water sampling report

Sample Outlet Temp (°C) Nitrate (ug/l)
W1 Pond house 18.1 120
W2 Pond tap 2 17.5 640

Pond tap 2 was closed on 3 May 2031.
"""
BOILER_1 = """Boiler certificate
Boiler: KB-1
Measured efficiency: 92.6 %
Inspector: Nell Strand, Regent Surveyors
The safety valve must be replaced within 90 days. The flue gas temperature was 184 °C.
"""
BOILER_2 = """Boiler certificate
Boiler: KB-2
Measured efficiency: 88.2 %
Inspector: Nell Strand, Regent Surveyors
The burner must be cleaned within 30 days. The flue gas temperature was 211 °C.
"""
POUR = """Concrete Compressive Strength Test

Pour: aeration basin slab, March 5, 2031.
"""
FILES = {
    "pour.txt": POUR,
    "fans.csv": FANS,
    "fan.txt": FAN,
    "council.md": COUNCIL,
    "taps.txt": WATER,
    "certificate KB-1.txt": BOILER_1,
    "certificate KB-2.txt": BOILER_2,
    "model.txt": MODEL,
    "note.txt": NOTE,
    "yearly.txt": YEARLY,
    "leak_test.txt": CERTIFICATE,
    "BL-31C.txt": SHEET_C,
    "BL-31D.txt": SHEET_D,
    "handbook.txt": HANDBOOK,
    "lease_shop_9.txt": LEASE,
    "inspection_tollgate.txt": INSPECTION,
    "doors.csv": DOORS,
    "readings.txt": READINGS,
    "minutes.txt": MINUTES,
    "notice_of_award.txt": AWARD,
    "geotechnical_report.txt": GEOTECHNICAL,
    "blowers.txt": MANUAL,
    "waterworks.txt": STATION,
    "rfi_log.csv": RFIS,
    "pay_requests.csv": PAYMENTS,
    "cylinders.csv": TESTS,
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = tmp_path_factory.mktemp("papers")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("store") / "s") as opened:
        opened.ingest([folder], workers=1, embed=False, ocr=False)
        yield opened


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("Why was the aeration basin slab late?", "caused by late delivery"),
        ("Why was the diffuser submittal sent back?", "did not match the specification"),
        ("How much was change order 3 for?", "Change Order 3 in the amount of $48,250"),
        ("What is change order 4 about?", "relocation of the 12-inch water main"),
        ("What is the contract price?", "$2,264,500.00"),
        ("What are the liquidated damages?", "$1,500 for each day"),
        ("How long do we have to furnish the performance bond?", "within 15 days"),
        ("At what depth was limestone found in boring B-2?", "at 11.5 feet"),
        ("How deep is the groundwater?", "6 to 8 feet"),
        ("How many borings were drilled?", "Four borings"),
        ("How deep do footings have to be for frost?", "30 inches"),
        ("Is dewatering needed?", "Dewatering will be"),
        ("Who did the geotechnical report?", "Stonefield Geotechnics"),
        ("How often should the blower oil be changed?", "every 2,000 operating hours"),
        ("how much oil does each blower hold", "1.9 gallons"),
        ("When do I have to replace the inlet filter?", "exceeds 8 inches"),
        ("What should I check first if the blower trips?", "Check the inlet filter"),
        ("Who attended progress meeting 7?", "T. Brandt"),
        ("How much water did the pumping station at Ash Hill move a day in 2030?", "41,200"),
        ("What speed does pump 7 run at?", "1450 rpm"),
        ("who won the contract for the filters and for how much", "Delve Works for $1,284,500"),
        ("Who devised the share index?", "Orrin devised"),
        ("What does WAM stand for?", "WAM stands for Water Allocation Model"),
        ("What is the power of fan F-1?", "7.5 kW"),
        ("When was the aeration basin slab poured?", "March 5, 2031"),
        ("When was RFI 42 answered?", "2031-03-18"),
        ("What is RFI 41 about?", "Blower conduit routing"),
        ("Which RFIs are still open?", "41 Blower conduit routing"),
        ("How much was pay request 7?", "241300"),
        ("What is the retainage on pay request 6?", "4837.5"),
        ("What was the 28-day strength of cylinder AB-2?", "AB-2 28 5020"),
        ("Who witnessed the leak test?", "Witnessed by: I. Vance"),
        ("How much pressure was lost in the sludge main test?", "Measured pressure loss: 0.12"),
        ("What motor power does BL-31D have?", "Motor power 90 kW"),
        ("How heavy is blower BL-31C with the motor?", "610 kg"),
        ("How long can the inlet valve of BL-31C be closed?", "40 seconds"),
        ("Can I work from home?", "up to three days a week"),
        ("Am I allowed to work from a holiday flat?", "not permitted"),
        ("How long is the probation period?", "The probation period is four months."),
        ("How soon do expense claims have to be handed in?", "within 45 days"),
        ("What deposit did Sorrel & Finch Opticians pay?", "EUR 7,640"),
        ("Can the tenant of Shop 9 sublet?", "may not sublet"),
        ("What fire rating does the boiler room door have?", "T-01 Boiler room 1100 2200 FD90"),
        ("What was the maximum PM10 at Mill Lane?", "N-1 Mill Lane 51.3 44"),
        ("Which floor area does Shop 9 have?", "84 square metres"),
        ("Who chaired the council meeting?", "Chair: Prof. Ada Lorn."),
        ("Who sent apologies to the council meeting?", "Apologies: Tobias Wray"),
        ("Why was the skate park postponed?", "because the lowest tender"),
        ("Who had the lowest tender for the skate park?", "Rampworks"),
        ("How many people are allowed in the reading room?", "is 45"),
        ("When is the hedge survey due?", "12 June 2031"),
        ("What was the nitrate count at pond tap 2?", "W2 Pond tap 2 17.5 640"),
        ("Who inspected boiler KB-1?", "Inspector: Nell Strand"),
        ("What is the efficiency of boiler KB-2?", "Measured efficiency: 88.2 %"),
        ("What was the flue gas temperature of KB-2?", "211 °C"),
    ],
)
def test_what_a_paper_says_once_is_quoted(engine: Engine, question: str, quote: str) -> None:
    assert quote in answered(engine, question)


@pytest.mark.parametrize(
    "question",
    [
        "How much was change order 5 for?",
        "When was RFI 43 answered?",
        "How much was pay request 9?",
        "At what depth was limestone found in boring B-3?",
        "What was the 7-day strength of cylinder AB-3?",
        "Why was the blower rejected?",
        "When was the outfall pipe installed?",
        "Who is the owner's lawyer?",
        "What is the power of fan F-2?",
        "Who proposed the water model?",
        "What does BAFO stand for?",
        "What does the manufacturer say about noise?",
        "How much water did the pumping station at Ash Hill move a day in 2028?",
        "How deep do footings have to be for vibration?",
        "Has change order 3 been paid?",
        "How much does the inlet filter cost?",
        "What motor power does BL-31E have?",
        "What is the efficiency of boiler KB-3?",
        "What was the nitrate count at pond tap 3?",
        "What was the nitrate count at the mill tap?",
        "When was the safety valve on KB-1 replaced?",
        "How many people are allowed in the map room?",
        "Who chaired the council meeting on 9 March 2031?",
        "What is the motor power of the blower?",  # of two, and they differ
        "How long can the inlet valve be closed?",
        "What was the moisture content of the screed at Tollgate School?",  # a rule is no reading
        "Why were the lintels late?",  # they are the cause, not what it is given for
        "Who witnessed the leak test on 10 May 2031?",
        "What deposit did Sorrel & Finch Bakers pay?",
    ],
)
def test_what_no_paper_says_is_refused(engine: Engine, question: str) -> None:
    is_refused(engine, question)


def test_whether_to_do_something_is_still_advice(engine: Engine) -> None:
    refusal = is_refused(engine, "Should we hire Tidewater again?").refusal
    assert refusal is not None
    assert refusal.code is RefusalCode.NOT_EVIDENCE_TYPE


def test_a_company_that_no_paper_names_is_still_not_on_file(engine: Engine) -> None:
    refusal = is_refused(engine, "What was Larkspur's revenue in 2030?").refusal
    assert refusal is not None
    assert refusal.code is RefusalCode.COMPANY_NOT_ON_FILE


def test_what_has_a_paper_of_its_own_is_not_called_absent(engine: Engine) -> None:
    refusal = is_refused(engine, "What colour does BL-31D have?").refusal
    assert refusal is not None
    assert refusal.code is not RefusalCode.COMPANY_NOT_ON_FILE
    assert "from BL-31D" not in refusal.detail


def test_things_are_known_by_a_word_and_a_number() -> None:
    assert numbered_in("How much was Change Order 3 for, and RFI No. 42?") == (
        ("Order", "3"),
        ("RFI", "42"),
    )
    assert numbered_in("sales in fiscal 2031, by 5 percent over 3 years, on March 5, Q 3") == ()
    assert is_numbered_in(("Order", "3"), "Change Orders 2 and 3 were approved")
    assert not is_numbered_in(("Order", "3"), "Change Order 31 was approved")
    assert has_another(("Order", "3"), "Change Order 4 was approved")
    assert not has_another(("Order", "3"), "The order was placed")


def test_a_long_file_without_a_stop_is_divided_at_once() -> None:
    text = "larch and alder\n" * 20_000
    before = time.process_time()
    assert len(units(text)) == 1
    assert time.process_time() - before < 5.0  # a copy of all before each line took minutes


def test_lines_without_stops_are_quoted_one_by_one(engine: Engine) -> None:
    told = answered(engine, "Which status does RFI 41 have?")
    assert "Blower conduit routing" in told
    assert "Anchor bolts" not in told
