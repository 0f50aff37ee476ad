"""How a request is put to each kind of model and how its reply is read."""
