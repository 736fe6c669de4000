"""How a profile is recognised: devices, passkeys, access tokens."""
