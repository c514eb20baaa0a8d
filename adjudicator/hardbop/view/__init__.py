"""What readers see of Hardbop Downfall: sight, wording, forms, choices, headlines, drawing."""
