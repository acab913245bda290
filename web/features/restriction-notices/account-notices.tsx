// The restriction notices of an account, on its card, and a new one.
import { useState, type ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ForRole } from '../../ui/for-role.tsx';
import { Sheet } from '../../ui/page.tsx';
import { NoticeForm } from './notice-form.tsx';
import { NoticeList } from './notice-list.tsx';

const WORDS = inBoth(
  { title: 'Уведомления об ограничении услуг', make: 'Уведомление' },
  { title: 'Notices that services will be restricted', make: 'Notice' },
);

export function AccountNotices({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const [isMaking, setMaking] = useState(false);
  return (
    <Sheet
      title={t.title}
      actions={
        <ForRole least="accountant">
          <Button onClick={() => setMaking(true)}>{t.make}</Button>
        </ForRole>
      }
    >
      <NoticeList of={{ personalAccountId: accountId }} />
      {isMaking && (
        <Dialog title={t.title} onClose={() => setMaking(false)}>
          <NoticeForm
            accountId={accountId}
            onDone={() => setMaking(false)}
            onCancel={() => setMaking(false)}
          />
        </Dialog>
      )}
    </Sheet>
  );
}
