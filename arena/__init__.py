"""trickarena: competitions for programs that play trick-taking card games."""
