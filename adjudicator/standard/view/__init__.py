"""What readers see of standard Diplomacy: sight, wording, forms, choices, headlines, drawing."""
