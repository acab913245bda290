// What the page behind the link of a letter asks of deliveries: whether receipts go to its address, and that they no longer do.
export { isLeaveToken, readSubscription, unsubscribe } from '../deliveries/unsubscribe.service.ts';
