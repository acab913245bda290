// What the unsubscribe page needs from deliveries: whether receipts are sent to its address, and unsubscribing it.
export { isLeaveToken, readSubscription, unsubscribe } from '../deliveries/unsubscribe.service.ts';
