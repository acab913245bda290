// The configuration of the billing-service (specification 1.2).
import { optional, readConfig, required } from '@kvartplata/platform/config/config.ts';
import { serviceUrl } from '@kvartplata/platform/config/readers.ts';
import { serviceVariables } from '@kvartplata/platform/config/service-variables.ts';

export type BillingConfig = ReturnType<typeof readBillingConfig>;

/** @throws ConfigurationError that names every missing or wrong variable */
export function readBillingConfig(environment: Readonly<Record<string, string | undefined>>) {
  return readConfig(
    {
      ...serviceVariables(8003, environment['APP_ENV']),
      authServiceUrl: required('AUTH_SERVICE_URL', serviceUrl),
      coreServiceUrl: required('CORE_SERVICE_URL', serviceUrl),
      // Where residents reach the pages of their receipts; this service's own port when it is not said.
      publicUrl: optional('PUBLIC_URL', serviceUrl, undefined),
      keyRateUrl: optional('CBR_URL', keyRateUrl, `https://www.cbr.ru${KEY_RATE_PATH}`),
    },
    environment,
  );
}

const KEY_RATE_PATH = '/DailyInfoWebServ/DailyInfo.asmx';

/** The address of the Bank of Russia's service, its usual path unless another is named; undefined for `off`. */
function keyRateUrl(value: string): string | undefined {
  if (value === 'off') return undefined;
  const url = serviceUrl(value);
  return new URL(url).pathname === '/' ? url + KEY_RATE_PATH : url;
}
