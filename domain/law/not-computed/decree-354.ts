// The paragraphs of Decree 354 that affect money and that no rule here computes: explicitly refused, or out of scope.
import type { LawRow } from '../law-row.ts';
import { notOurs, refused } from './not-computed.ts';

export const DECREE_354: readonly LawRow[] = [
  ...refused('decree-354', [
    [
      '51–53',
      {
        ru: 'комнаты коммунальных квартир и общежитий со своими приборами',
        en: 'rooms of communal flats and hostels with meters of their own',
      },
      'shared-meter-not-supported',
      {
        ru: 'прибор одного счёта в помещении, где есть и другие, учитывает и их потребление: как его разделить, не решено',
        en: 'the meter of one account in a room that has others counts their use too: how to divide it is not settled',
      },
    ],
    [
      'app. 2 f. 7–app. 2 f. 9',
      {
        ru: 'формулы для комнат коммунальных квартир, кроме общего прибора помещения (п. 50)',
        en: 'formulas for rooms of communal flats, except a meter that the room shares (p. 50)',
      },
      'shared-meter-not-supported',
      {
        ru: 'прибор одного счёта в помещении, где есть и другие, учитывает и их потребление',
        en: 'the meter of one account in a room that has others counts their use too',
      },
    ],
    [
      'app. 2 f. 14',
      {
        ru: 'общедомовые нужды, если объём хотя бы одного помещения неизвестен',
        en: 'common-house needs while the volume of one room is unknown',
      },
      'common-house-incomplete',
      {
        ru: 'остаток общедомового прибора нельзя определить, пока неизвестен объём одного из помещений',
        en: 'what is left of the house-wide meter cannot be known while one room is unknown',
      },
    ],
  ]),
  ...notOurs('decree-354', [
    [
      '80, 81, 81(13), 82–84',
      {
        ru: 'установка, поверка, пломбы и проверки приборов',
        en: 'installing, verifying, sealing and checking meters',
      },
      {
        ru: 'работы исполнителя; их дни записаны в карточке прибора',
        en: 'work of the provider; its days stand on the meter’s card',
      },
    ],
    [
      '99, 100',
      {
        ru: 'объём непредоставленной услуги там, где нет прибора учёта',
        en: 'the volume that was not supplied, where no meter counts',
      },
      {
        ru: 'перерасчёт по приложению № 1 рассчитывается; сверх него снижение по акту вносится строкой вручную',
        en: 'the reduction of appendix 1 is computed; what an act takes beyond it is a line by hand',
      },
    ],
    [
      '102–113',
      {
        ru: 'сообщение о нарушении, проверка и акт',
        en: 'how a fault is reported, checked and put into an act',
      },
      {
        ru: 'порядок составления акта; его часы и измерения вносятся, и плата следует из них',
        en: 'how the act is drawn up; its hours and measurements are entered, and the charge follows',
      },
    ],
    [
      'app. 2 f. 2(2)–app. 2 f. 2(4), app. 2 f. 5',
      {
        ru: 'прочие формулы отопления и услуг без приборов',
        en: 'other formulas of heating and of services without meters',
      },
      { ru: 'для случаев, которых здесь нет', en: 'for cases that do not occur here' },
    ],
    [
      'app. 2 f. 3(5)–app. 2 f. 3(8)',
      {
        ru: 'прочие случаи отопления',
        en: 'other cases of heating',
      },
      {
        ru: 'для случаев, которых здесь нет',
        en: 'for cases that do not occur here',
      },
    ],
    [
      '29, 30',
      {
        ru: 'порядок договора о том, как и куда платить',
        en: 'the contract’s terms of how and to whom to pay',
      },
      {
        ru: 'условия договора, суммы из них не следуют',
        en: 'terms of a contract, from which no sum follows',
      },
    ],
    [
      '39',
      { ru: 'надбавки к тарифам', en: 'surcharges to tariffs' },
      {
        ru: 'тариф вводится вместе с надбавкой и документом, который её установил',
        en: 'a tariff is entered with its surcharge and the act that has set it',
      },
    ],
    [
      '41, 49',
      {
        ru: 'жилые дома и участки: полив, скот, постройки',
        en: 'detached houses and plots: watering, livestock, outbuildings',
      },
      { ru: 'здесь считаются многоквартирные дома', en: 'apartment buildings are billed here' },
    ],
    [
      '54, 55',
      {
        ru: 'тепло и горячая вода собственной котельной дома',
        en: 'heat and hot water from a boiler house of the building’s own',
      },
      {
        ru: 'тариф такой котельной рассчитывает исполнитель по своим затратам; введённый, он применяется как любой другой',
        en: 'its tariff follows from the provider’s costs; once entered it counts like any other',
      },
    ],
    [
      '56, 56(1), 57, 58',
      {
        ru: 'временно проживающие: их число и акт о них',
        en: 'temporary residents: their number, and the act that states it',
      },
      {
        ru: 'акт составляет исполнитель; по нему вводится число проживающих с его днями, и считаются они как зарегистрированные',
        en: 'the provider draws the act up; the number is entered by its days, and they count like those registered',
      },
    ],
    [
      '63–65',
      { ru: 'кому и какими способами платить', en: 'to whom and by which ways to pay' },
      {
        ru: 'суммы отсюда не следуют; платежи принимаются из реестров любых банков',
        en: 'no sum follows; payments come in from registries of any bank',
      },
    ],
    [
      '73–79',
      { ru: 'прочие условия оплаты', en: 'the other terms of payment' },
      {
        ru: 'отношения сторон, суммы из них не следуют',
        en: 'dealings of the parties, from which no sum follows',
      },
    ],
    [
      '85(1)–85(3)',
      {
        ru: 'приборы электроэнергии, которые ставит гарантирующий поставщик',
        en: 'electricity meters that the supplier of last resort installs',
      },
      { ru: 'кто ставит прибор, сумм не меняет', en: 'who installs a meter changes no sum' },
    ],
    [
      '114–116',
      { ru: 'приостановление и ограничение услуг', en: 'suspending and restricting services' },
      {
        ru: 'решение и уведомления исполнителя; дни без услуги вводятся датами услуги счёта',
        en: 'a decision and notices of the provider; days without the service are entered as days of the account’s service',
      },
    ],
    [
      '120–122',
      {
        ru: 'порядок ограничения должника и возобновления',
        en: 'how a debtor is restricted, and how it ends',
      },
      {
        ru: 'решение исполнителя; расходы на ограничение вносятся строкой вручную',
        en: 'a decision of the provider; its costs are a line by hand',
      },
    ],
    [
      '123–148',
      {
        ru: 'водоразборные колонки, газ в баллонах, твёрдое топливо',
        en: 'street pumps, gas in cylinders, solid fuel',
      },
      {
        ru: 'не услуги многоквартирного дома по счёту за месяц',
        en: 'not services that an apartment building is billed for by the month',
      },
    ],
    [
      '148(22)–148(29)',
      {
        ru: 'договор об обращении с отходами, его расчётный период и тариф',
        en: 'the contract of waste, its period and tariff',
      },
      {
        ru: 'тариф регионального оператора вводится с документом',
        en: 'the tariff of the regional operator is entered with its act',
      },
    ],
    [
      '148(31)–148(33)',
      { ru: 'расчёт за отходы по объёму контейнеров', en: 'waste by the volume of containers' },
      {
        ru: 'объём нежилого помещения вводится по договору; дом целиком по контейнерам не считается',
        en: 'a non-residential room has the volume of its contract; a whole house is not billed by containers',
      },
    ],
    [
      '148(35)–148(43)',
      {
        ru: 'как вносится и сверяется плата за отходы',
        en: 'how waste is paid for and reconciled',
      },
      { ru: 'те же правила, что у других услуг', en: 'the rules of the other services' },
    ],
    [
      '148(46)–148(54)',
      {
        ru: 'качество вывоза отходов и ответственность оператора',
        en: 'quality of waste collection, and the operator’s liability',
      },
      {
        ru: 'снижение платы по акту оператора вносится строкой вручную',
        en: 'a reduction by the operator’s act is a line by hand',
      },
    ],
    [
      '149, 151–158',
      { ru: 'ответственность исполнителя', en: 'the provider’s liability' },
      {
        ru: 'штрафы и возмещение вносятся строкой вручную с документом',
        en: 'fines and damages are lines by hand with their document',
      },
    ],
    [
      '160',
      { ru: 'ответственность потребителя за вред', en: 'the consumer’s liability for damage' },
      { ru: 'взыскивается судом, не начисляется', en: 'claimed in court, not charged' },
    ],
    [
      'app. 2 f. 9(1)',
      { ru: 'ТКО по числу проживающих в формуле', en: 'waste by residents as a formula' },
      {
        ru: 'считается методом «по нормативу» (п. 148(30))',
        en: 'computed by the norm (p. 148(30))',
      },
    ],
    [
      'app. 2 f. 9(3), app. 2 f. 9(4)',
      { ru: 'отходы по контейнерам', en: 'waste by containers' },
      {
        ru: 'объём договора вводится в счёт',
        en: 'the volume of the contract is entered for the account',
      },
    ],
    [
      'app. 2 f. 18–app. 2 f. 22',
      {
        ru: 'собственное производство тепла и горячей воды',
        en: 'heat and hot water of one’s own production',
      },
      {
        ru: 'тариф котельной дома вводится как любой другой',
        en: 'the tariff of the building’s boiler house is entered like any other',
      },
    ],
    [
      'app. 2 f. 24–app. 2 f. 26',
      {
        ru: 'формулы для жилых домов и прочих случаев',
        en: 'formulas for detached houses and other cases',
      },
      { ru: 'здесь считаются многоквартирные дома', en: 'apartment buildings are billed here' },
    ],
  ]),
];
