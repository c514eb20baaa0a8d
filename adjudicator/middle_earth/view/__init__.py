"""What readers of the games of Middle-earth are shown: sight, wording, forms, headlines, drawing."""
