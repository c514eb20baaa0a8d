"""What readers of both games of Middle-earth are shown: sight, wording, forms, choices, headlines, drawing."""
