"""What readers of Downfall of Empires are shown: sight, wording, forms, choices, headlines, drawing."""
