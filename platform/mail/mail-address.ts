// The parts of a mailbox as it is configured: `Name <address>`, or an address alone.

export function addressIn(mailbox: string): string {
  return /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
}

export function domainOf(mailbox: string): string {
  return /@([^@<>\s]+?)>?\s*$/.exec(mailbox)?.[1] ?? 'localhost';
}
