"""What readers of standard Diplomacy are shown: sight, wording, forms, choices, headlines, drawing."""
