"""What do words, numbers, dates, periods and names mean? Shared by the stages."""
