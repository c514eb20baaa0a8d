"""Who plays and who watches: joining and leaving seats, absences, preferences, observers, practice."""
