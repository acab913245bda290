// Where the three services are, as the page's server has written it into index.html.
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';

export const SERVICES = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="services"]')?.content ?? '{}',
) as Readonly<Record<ServiceName, string>>;
