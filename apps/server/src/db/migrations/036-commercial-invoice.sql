-- Goods that are sold on a CN 23 carry a commercial invoice, a paper of its own.
alter table document
  drop constraint type_known,
  add constraint type_known check (type in ('label', 'cn22', 'cn23', 'invoice', 'receipt'));
