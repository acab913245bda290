// What the packed client exports besides the operations of the three services.
export { createClient, newKey } from '@kvartplata/client/client.ts';
export { itemsOf } from '@kvartplata/client/pages.ts';
export { isRefused, RequestFailure } from '@kvartplata/client/request-failure.ts';
export { byBrowser, withCookies } from '@kvartplata/client/transport.ts';
