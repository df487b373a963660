"""What a student runs to hand in without a browser. Meets no secret but their own code."""
