"""What readers see of Downfall XIII: sight, wording, forms, choices, headlines, drawing."""
