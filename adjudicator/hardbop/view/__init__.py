"""What readers of Hardbop Downfall are shown: sight, wording, forms, choices, headlines, drawing."""
