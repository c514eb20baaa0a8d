"""`python -m pbem` is the command `pbem`."""

from pbem.cli.main import main

if __name__ == "__main__":
    main()
