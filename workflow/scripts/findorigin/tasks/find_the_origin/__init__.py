"""Find the Origin: which vertex starts the chain that ends in a given one?"""
