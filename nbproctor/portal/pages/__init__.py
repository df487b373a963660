"""The pages of the portal, and the forms that they send."""
