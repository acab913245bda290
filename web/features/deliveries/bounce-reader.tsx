// Reports of undelivered letters, as saved by mail programs: uploaded here, each shown with the outcome of its letter.
import type { Bounce } from '@kvartplata/contracts/billing/bounces.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { sayFailure } from '../../lib/failure-words.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { readReports, type ReadReport } from './bounces.ts';

type Failures = Readonly<Record<Bounce['failure'], string>>;

const FAILURES_RU: Failures = {
  address:
    'Адрес не принимает письма. Больше туда не пишем, пока в карточке счёта не укажут другой.',
  refused: 'Письмо не принято: ящик переполнен или письмо сочли спамом.',
  expired: 'Доставить не удалось, сервер перестал пробовать. Письмо можно отправить ещё раз.',
  none: 'Письмо задерживается или уже доставлено: ничего не изменилось.',
};
const FAILURES_EN: Failures = {
  address:
    'The address takes no letters. Nothing more is sent there until the account has another.',
  refused: 'The letter was not taken: the mailbox is full, or it was taken for spam.',
  expired: 'It could not be delivered, and the server has given up. The letter may be sent again.',
  none: 'The letter is late or has arrived already: nothing has changed.',
};

const WORDS = inBoth(
  {
    title: 'Отчёты о недоставке',
    intro:
      'Когда письмо не дошло, почтовый сервер присылает отчёт на адрес отправителя. Сохраните такие отчёты файлами .eml и загрузите их сюда.',
    hint: 'Один или несколько файлов .eml.',
    reading: 'Читаем отчёты…',
    notOurs: 'Отчёт не о письме этой организации.',
    file: 'Файл',
    account: 'Счёт',
    recipient: 'Адрес',
    told: 'Что с письмом',
    failures: FAILURES_RU,
  },
  {
    title: 'Reports of what did not arrive',
    intro:
      'When a letter does not arrive, a mail server sends a report to the sender’s address. Save such reports as .eml files, and read them in here.',
    hint: 'One .eml file or several.',
    reading: 'Reading the reports…',
    notOurs: 'The report is not about a letter of this organization.',
    file: 'File',
    account: 'Account',
    recipient: 'Address',
    told: 'What became of it',
    failures: FAILURES_EN,
  },
);

export function BounceReader({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement {
  const t = useWords(WORDS);
  const reading = useMutation({
    mutationFn: async (files: readonly File[]) => readReports(organizationId, files),
    onSettled: reloadBilling,
  });
  return (
    <Sheet title={t.title}>
      <div className="body stack">
        <p>{t.intro}</p>
        <FileDrop
          hint={t.hint}
          accept=".eml,message/rfc822"
          isMany
          chosen={undefined}
          onChoose={(file, others) => reading.mutate([file, ...others])}
        />
        {reading.isPending && (
          <p className="busy" role="status">
            {t.reading}
          </p>
        )}
        {reading.error !== null && <FailureNote error={reading.error} />}
      </div>
      {reading.data !== undefined && <ReadReports reports={reading.data} />}
    </Sheet>
  );
}

function ReadReports({ reports }: { readonly reports: readonly ReadReport[] }): ReactElement {
  const t = useWords(WORDS);
  return (
    <Table<ReadReport>
      caption={t.title}
      rows={reports}
      keyOf={({ key }) => key}
      columns={[
        { title: t.file, isName: true, cell: ({ name }) => name },
        {
          title: t.account,
          cell: (report) => 'bounce' in report && <AccountLink of={report.bounce} />,
        },
        {
          title: t.recipient,
          isExtra: true,
          cell: (report) => 'bounce' in report && report.bounce.recipient,
        },
        { title: t.told, cell: (report) => <Told report={report} /> },
      ]}
    />
  );
}

function AccountLink({
  of: { personalAccountId, accountNumber },
}: {
  readonly of: Bounce;
}): ReactElement {
  return (
    <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
      <Identifier>{accountNumber}</Identifier>
    </Link>
  );
}

function Told({ report }: { readonly report: ReadReport }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  if ('failure' in report) {
    const { failure } = report;
    const what = failure.code === 'not-found' ? t.notOurs : sayFailure(failure, language).what;
    return <span className="debt">{what}</span>;
  }
  const { failure, said } = report.bounce;
  return (
    <>
      {t.failures[failure]} <span className="small soft">{said}</span>
    </>
  );
}
