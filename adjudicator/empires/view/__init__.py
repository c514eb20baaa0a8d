"""What readers of Downfall of Empires see: sight, wording, forms, choices, headlines, drawing."""
