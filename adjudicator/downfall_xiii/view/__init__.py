"""What readers of Downfall XIII are shown: sight, wording, forms, choices, headlines, drawing."""
