module example.com/marketplace

go 1.19
