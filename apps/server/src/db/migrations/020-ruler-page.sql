-- A link opens a document, or a ruler page: drawn when it is fetched, for a paper of this width and height in millimetres.
alter table document_link
  alter document_id drop not null,
  add ruler_mm double precision[] check (cardinality(ruler_mm) = 2),
  add constraint opens_one_thing check ((document_id is null) <> (ruler_mm is null));
