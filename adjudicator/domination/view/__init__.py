"""What readers of Epic Domination are shown: sight, wording, forms, choices, headlines, drawing."""
