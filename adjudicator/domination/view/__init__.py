"""What readers see of Epic Domination: sight, wording, forms, choices, headlines, drawing."""
