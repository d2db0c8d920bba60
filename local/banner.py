from demo import ADMIN, SHOPPER
from local.launcher import Configuration
from local.output import Output

_GOLD, _BOLD, _FAINT = 33, 1, 2


def banner(configuration: Configuration, output: Output, *, seconds: float) -> str:
    """Return the addresses of the shop and the accounts of the demo."""
    url = configuration.public_url
    rows = [
        ("Shop", url, " / ".join(SHOPPER)),
        ("Admin", f"{url}/admin/login", " / ".join(ADMIN)),
        ("Mail", configuration.smtp_url or str(configuration.mail_dir), ""),
    ]
    width = max(len(where) for _, where, _ in rows)
    lines = [f"  {name:<7}{output.paint(f'{where:<{width}}', _BOLD)}  {who}".rstrip() for name, where, who in rows]
    title = output.paint("  Swarna is open.", _GOLD) + output.paint(f"  Ready in {seconds:.1f} s.", _FAINT)
    return "\n".join(["", title, "", *lines, "", output.paint("  Ctrl-C closes it.", _FAINT), ""])
