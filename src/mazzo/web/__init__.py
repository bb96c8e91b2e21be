"""The table: play and review in the browser. `mazzo.web.app.create` builds the application."""
