"""What readers see of the games of Middle-earth: sight, wording, forms, headlines, drawing."""
