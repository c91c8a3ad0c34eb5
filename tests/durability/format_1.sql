PRAGMA application_id = 1414676818;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE entrant (
        position INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        version TEXT NOT NULL,
        digest TEXT NOT NULL,
        language TEXT NOT NULL
    );
INSERT INTO "entrant" VALUES(0,'random','1.0','30f13a7f55d13cd18ede0c48a592feabc9d4329c30b12260fabfb9aca957e638','Python');
INSERT INTO "entrant" VALUES(1,'bare','1.0','de8e123d8a5b1af4499907bdd7db6e77028c5a9057e84e6d2bf5b0ef8b7b1af2','Python');
INSERT INTO "entrant" VALUES(2,'rude','1.0','9942ab7487661e8b57069a8f0ac068178c2028491fd550e5a2d5da62e8314324','');
CREATE TABLE fault (
        match INTEGER NOT NULL,
        place INTEGER NOT NULL,
        number INTEGER,
        in_hand INTEGER,
        kind TEXT NOT NULL,
        seat INTEGER NOT NULL,
        bot TEXT NOT NULL,
        detail TEXT NOT NULL,
        table_name TEXT NOT NULL,
        hand INTEGER NOT NULL,
        trick INTEGER NOT NULL,
        used_ms INTEGER NOT NULL,
        allowed_ms INTEGER NOT NULL,
        frames TEXT NOT NULL,
        stderr TEXT NOT NULL,
        PRIMARY KEY (match, place)
    );
INSERT INTO "fault" VALUES(2,0,0,1,'illegal',1,'rude','answered "ZZ": ''ZZ'' is not a card of this deck. Legal: QD KD AD JC QC SJ.','m1.r0.d0',1,3,0,1000,'["> [{\"type\":\"act\",\"table\":0,\"turn\":1,\"legal\":[\"QH\",\"JD\",\"QD\",\"KD\",\"AD\",\"JC\",\"QC\",\"SJ\"],\"ms\":1000,\"events\":[[\"play\",1,\"AS\"],[\"play\",0,\"QS\"],[\"trick\",1]],\"view\":{\"phase\":\"play\",\"hand\":[\"QH\",\"JD\",\"QD\",\"KD\",\"AD\",\"JC\",\"QC\",\"SJ\"],\"trick\":[],\"leader\":1,\"trump\":\"S\",\"won\":[0,1],\"scores\":[0,0]}}]", "< [{\"type\":\"move\",\"table\":0,\"turn\":1,\"action\":\"QH\"}]", "> [{\"type\":\"act\",\"table\":0,\"turn\":2,\"legal\":[\"JD\",\"QD\",\"KD\",\"AD\",\"JC\",\"QC\",\"SJ\"],\"ms\":1000,\"events\":[[\"play\",1,\"QH\"],[\"play\",0,\"JH\"],[\"trick\",1]],\"view\":{\"phase\":\"play\",\"hand\":[\"JD\",\"QD\",\"KD\",\"AD\",\"JC\",\"QC\",\"SJ\"],\"trick\":[],\"leader\":1,\"trump\":\"S\",\"won\":[0,2],\"scores\":[0,0]}}]", "< [{\"type\":\"move\",\"table\":0,\"turn\":2,\"action\":\"JD\"}]", "> [{\"type\":\"act\",\"table\":0,\"turn\":3,\"legal\":[\"QD\",\"KD\",\"AD\",\"JC\",\"QC\",\"SJ\"],\"ms\":1000,\"events\":[[\"play\",1,\"JD\"],[\"play\",0,\"TD\"],[\"trick\",1]],\"view\":{\"phase\":\"play\",\"hand\":[\"QD\",\"KD\",\"AD\",\"JC\",\"QC\",\"SJ\"],\"trick\":[],\"leader\":1,\"trump\":\"S\",\"won\":[0,3],\"scores\":[0,0]}}]", "< [{\"type\":\"move\",\"table\":0,\"turn\":3,\"action\":\"ZZ\"}]"]','');
INSERT INTO "fault" VALUES(4,0,0,1,'crash',0,'rude','exited with status 1. It had been asked turn 1 of table 0; legal were: TS JS QS TH JH AH KC AC.','m1.r1.d0',1,1,14,1000,'["> [{\"type\":\"hello\",\"variant\":\"trollin\",\"options\":{\"target\":4,\"declare\":false},\"seats\":2,\"seat\":0,\"tables\":64,\"limits\":{\"start_ms\":10000,\"move_ms\":1000,\"memory_mb\":256},\"protocol\":1}]", "< [{\"type\":\"ready\",\"protocol\":1,\"name\":\"rude\",\"version\":\"0\"}]", "> [{\"type\":\"start\",\"table\":0,\"dealer\":0,\"totals\":[0,0],\"seed\":6101675068900021428},{\"type\":\"act\",\"table\":0,\"turn\":0,\"legal\":[\"TD\"],\"ms\":1000,\"events\":[[\"deal\",1,0],[\"hand\",[\"TS\",\"JS\",\"QS\",\"TH\",\"JH\",\"AH\",\"TD\",\"KC\",\"AC\"]],[\"play\",1,\"JD\"]],\"view\":{\"phase\":\"play\",\"hand\":[\"TS\",\"JS\",\"QS\",\"TH\",\"JH\",\"AH\",\"TD\",\"KC\",\"AC\"],\"trick\":[[1,\"JD\"]],\"leader\":1,\"trump\":\"S\",\"won\":[0,0],\"scores\":[0,0]}}]", "< [{\"type\":\"move\",\"table\":0,\"turn\":0,\"action\":\"TD\"}]", "> [{\"type\":\"act\",\"table\":0,\"turn\":1,\"legal\":[\"TS\",\"JS\",\"QS\",\"TH\",\"JH\",\"AH\",\"KC\",\"AC\"],\"ms\":1000,\"events\":[[\"play\",0,\"TD\"],[\"trick\",1],[\"play\",1,\"AD\"]],\"view\":{\"phase\":\"play\",\"hand\":[\"TS\",\"JS\",\"QS\",\"TH\",\"JH\",\"AH\",\"KC\",\"AC\"],\"trick\":[[1,\"AD\"]],\"leader\":1,\"trump\":\"S\",\"won\":[0,1],\"scores\":[0,0]}}]"]','enough
');
INSERT INTO "fault" VALUES(5,0,0,1,'illegal',1,'rude','answered "ZZ": ''ZZ'' is not a card of this deck. Legal: QD KD AD JC QC SJ.','m2.r0.d0',1,3,0,1000,'["> [{\"type\":\"act\",\"table\":0,\"turn\":1,\"legal\":[\"QH\",\"JD\",\"QD\",\"KD\",\"AD\",\"JC\",\"QC\",\"SJ\"],\"ms\":1000,\"events\":[[\"play\",1,\"AS\"],[\"play\",0,\"QS\"],[\"trick\",1]],\"view\":{\"phase\":\"play\",\"hand\":[\"QH\",\"JD\",\"QD\",\"KD\",\"AD\",\"JC\",\"QC\",\"SJ\"],\"trick\":[],\"leader\":1,\"trump\":\"S\",\"won\":[0,1],\"scores\":[0,0]}}]", "< [{\"type\":\"move\",\"table\":0,\"turn\":1,\"action\":\"QH\"}]", "> [{\"type\":\"act\",\"table\":0,\"turn\":2,\"legal\":[\"JD\",\"QD\",\"KD\",\"AD\",\"JC\",\"QC\",\"SJ\"],\"ms\":1000,\"events\":[[\"play\",1,\"QH\"],[\"play\",0,\"JH\"],[\"trick\",1]],\"view\":{\"phase\":\"play\",\"hand\":[\"JD\",\"QD\",\"KD\",\"AD\",\"JC\",\"QC\",\"SJ\"],\"trick\":[],\"leader\":1,\"trump\":\"S\",\"won\":[0,2],\"scores\":[0,0]}}]", "< [{\"type\":\"move\",\"table\":0,\"turn\":2,\"action\":\"JD\"}]", "> [{\"type\":\"act\",\"table\":0,\"turn\":3,\"legal\":[\"QD\",\"KD\",\"AD\",\"JC\",\"QC\",\"SJ\"],\"ms\":1000,\"events\":[[\"play\",1,\"JD\"],[\"play\",0,\"TD\"],[\"trick\",1]],\"view\":{\"phase\":\"play\",\"hand\":[\"QD\",\"KD\",\"AD\",\"JC\",\"QC\",\"SJ\"],\"trick\":[],\"leader\":1,\"trump\":\"S\",\"won\":[0,3],\"scores\":[0,0]}}]", "< [{\"type\":\"move\",\"table\":0,\"turn\":3,\"action\":\"ZZ\"}]"]','');
INSERT INTO "fault" VALUES(6,0,0,1,'crash',0,'rude','exited with status 1. It had been asked turn 1 of table 0; legal were: TS JS QS TH JH AH KC AC.','m2.r1.d0',1,1,13,1000,'["> [{\"type\":\"hello\",\"variant\":\"trollin\",\"options\":{\"target\":4,\"declare\":false},\"seats\":2,\"seat\":0,\"tables\":64,\"limits\":{\"start_ms\":10000,\"move_ms\":1000,\"memory_mb\":256},\"protocol\":1}]", "< [{\"type\":\"ready\",\"protocol\":1,\"name\":\"rude\",\"version\":\"0\"}]", "> [{\"type\":\"start\",\"table\":0,\"dealer\":0,\"totals\":[0,0],\"seed\":6101675068900021428},{\"type\":\"act\",\"table\":0,\"turn\":0,\"legal\":[\"TD\"],\"ms\":1000,\"events\":[[\"deal\",1,0],[\"hand\",[\"TS\",\"JS\",\"QS\",\"TH\",\"JH\",\"AH\",\"TD\",\"KC\",\"AC\"]],[\"play\",1,\"JD\"]],\"view\":{\"phase\":\"play\",\"hand\":[\"TS\",\"JS\",\"QS\",\"TH\",\"JH\",\"AH\",\"TD\",\"KC\",\"AC\"],\"trick\":[[1,\"JD\"]],\"leader\":1,\"trump\":\"S\",\"won\":[0,0],\"scores\":[0,0]}}]", "< [{\"type\":\"move\",\"table\":0,\"turn\":0,\"action\":\"TD\"}]", "> [{\"type\":\"act\",\"table\":0,\"turn\":1,\"legal\":[\"TS\",\"JS\",\"QS\",\"TH\",\"JH\",\"AH\",\"KC\",\"AC\"],\"ms\":1000,\"events\":[[\"play\",0,\"TD\"],[\"trick\",1],[\"play\",1,\"AD\"]],\"view\":{\"phase\":\"play\",\"hand\":[\"TS\",\"JS\",\"QS\",\"TH\",\"JH\",\"AH\",\"KC\",\"AC\"],\"trick\":[[1,\"AD\"]],\"leader\":1,\"trump\":\"S\",\"won\":[0,1],\"scores\":[0,0]}}]"]','enough
');
CREATE TABLE hand (
        match INTEGER NOT NULL,
        number INTEGER NOT NULL,
        hand INTEGER NOT NULL,
        actions BLOB NOT NULL,
        scores TEXT NOT NULL,
        totals TEXT NOT NULL,
        payoffs TEXT NOT NULL,
        complete INTEGER NOT NULL,
        PRIMARY KEY (match, number, hand)
    ) WITHOUT ROWID;
INSERT INTO "hand" VALUES(1,0,1,X'0B0A0E121113090702140D060C0100041005','[3,6]','[3,6]','[3,6]',1);
INSERT INTO "hand" VALUES(2,0,1,X'040207060B0A0C120D00090E051013110114','[4,5]','[4,5]','[4,5]',1);
INSERT INTO "hand" VALUES(3,0,1,X'0B0A0E121113090702140D060C0100041005','[3,6]','[3,6]','[3,6]',1);
INSERT INTO "hand" VALUES(4,0,1,X'0B0A0E0001040D0205071112060C09141013','[5,0]','[5,0]','[5,0]',1);
INSERT INTO "hand" VALUES(5,0,1,X'040207060B0A0C120D00090E051013110114','[4,5]','[4,5]','[4,5]',1);
INSERT INTO "hand" VALUES(6,0,1,X'0B0A0E0001040D0205071112060C09141013','[5,0]','[5,0]','[5,0]',1);
CREATE TABLE league (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "league" VALUES('planned','6');
INSERT INTO "league" VALUES('terms','{"name": "old", "variant": "trollin", "seats": 2, "seed": "kept", "mode": "games", "options": {"target": 4, "declare": false}, "format": "round-robin", "seating": "duplicate", "limits": {"move_ms": 1000, "start_ms": 10000, "memory_mb": 512, "processes": 64, "disk_mb": 64, "cpu_s": 86400, "open_files": 256, "pause_between_turns": true, "build_network": false, "build_ms": 300000, "max_faults": 3, "on_fault": "stand_in", "tables": 64}, "lowest_payoff": 0.0, "versions": {"arena": "0.1.0", "python": "3.11.7"}}');
CREATE TABLE match (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        lineup INTEGER NOT NULL,
        sitting INTEGER NOT NULL,
        block INTEGER NOT NULL,
        first INTEGER NOT NULL,
        numbers TEXT NOT NULL,
        bots TEXT NOT NULL,
        tables INTEGER NOT NULL,
        hands INTEGER NOT NULL,
        sandbox TEXT NOT NULL,
        wall_s REAL NOT NULL,
        late_s REAL NOT NULL
    );
INSERT INTO "match" VALUES(1,'m0.r1.b0-1',0,1,0,0,'0','["bare", "random"]',1,1,'bwrap',1.35358777999499579891e-01,1.29873069983877931221e-02);
INSERT INTO "match" VALUES(2,'m1.r0.b0-1',1,0,0,0,'0','["random", "rude"]',1,1,'bwrap',1.75938455999130383133e-01,1.23010699846781788174e-03);
INSERT INTO "match" VALUES(3,'m0.r0.b0-1',0,0,0,0,'0','["random", "bare"]',1,1,'bwrap',2.00819589999809977598e-01,9.02060300015727900557e-03);
INSERT INTO "match" VALUES(4,'m1.r1.b0-1',1,1,0,0,'0','["rude", "random"]',1,1,'bwrap',2.21881538000161526724e-01,3.57420599923352708821e-03);
INSERT INTO "match" VALUES(5,'m2.r0.b0-1',2,0,0,0,'0','["bare", "rude"]',1,1,'bwrap',1.15361504000247805379e-01,1.24027199874399227802e-03);
INSERT INTO "match" VALUES(6,'m2.r1.b0-1',2,1,0,0,'0','["rude", "bare"]',1,1,'bwrap',0.15960723399985,2.25189300019701475058e-03);
CREATE TABLE played (
        match INTEGER NOT NULL,
        number INTEGER NOT NULL,
        payoffs TEXT NOT NULL,
        stood_in TEXT NOT NULL,
        forfeited TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID;
INSERT INTO "played" VALUES(1,0,'[0,1]','[]','[]');
INSERT INTO "played" VALUES(2,0,'[0,1]','[1]','[]');
INSERT INTO "played" VALUES(3,0,'[0,1]','[]','[]');
INSERT INTO "played" VALUES(4,0,'[1,0]','[0]','[]');
INSERT INTO "played" VALUES(5,0,'[0,1]','[1]','[]');
INSERT INTO "played" VALUES(6,0,'[1,0]','[0]','[]');
CREATE TABLE seat (
        match INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        bot TEXT NOT NULL,
        decisions INTEGER NOT NULL,
        think_s REAL NOT NULL,
        slowest_s REAL NOT NULL,
        peak_memory_mb REAL NOT NULL,
        cpu_s REAL NOT NULL,
        starts INTEGER NOT NULL,
        faults INTEGER NOT NULL,
        late INTEGER NOT NULL,
        out INTEGER NOT NULL,
        log TEXT NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID;
INSERT INTO "seat" VALUES(1,0,'bare',9,6.24779995632707141339e-04,2.70753000222612172365e-04,9.921875,3.64079999999999959214e-02,1,0,0,0,'');
INSERT INTO "seat" VALUES(1,1,'random',9,6.30182799795875325798e-03,3.5832930007018148899e-03,10.1015625,0.04657,1,0,0,0,'');
INSERT INTO "seat" VALUES(2,0,'random',9,2.07038100052159279584e-03,1.74155199965753126889e-03,10.4765625,0.049308,1,0,0,0,'');
INSERT INTO "seat" VALUES(2,1,'rude',3,4.73046099978091660887e-03,4.57360700056597124785e-03,9.57421875,4.66419999999999959627e-02,1,1,0,0,'arena: fault: illegal: answered "ZZ": ''ZZ'' is not a card of this deck. Legal: QD KD AD JC QC SJ.
');
INSERT INTO "seat" VALUES(3,0,'random',9,3.81767200087779201567e-03,1.97690200002398341894e-03,10.10546875,0.046362,1,0,0,0,'');
INSERT INTO "seat" VALUES(3,1,'bare',9,8.09130200104846153408e-03,7.60291600090567953884e-03,9.96484375,3.5491999999999995774e-02,1,0,0,0,'');
INSERT INTO "seat" VALUES(4,0,'rude',1,2.86667000182205811142e-04,2.86667000182205811142e-04,10.0859375,0.043355,1,1,0,0,'enough
');
INSERT INTO "seat" VALUES(4,1,'random',9,8.75898800040886271744e-03,6.7283450007380452007e-03,10.4140625,0.046249,1,0,0,0,'');
INSERT INTO "seat" VALUES(5,0,'bare',9,6.23216001258697360754e-04,2.73376999757601879537e-04,9.98046875,3.58919999999999933537e-02,1,0,0,0,'');
INSERT INTO "seat" VALUES(5,1,'rude',3,2.49571001404547132551e-04,1.5680300020903814584e-04,9.609375,4.03909999999999963504e-02,1,1,0,0,'arena: fault: illegal: answered "ZZ": ''ZZ'' is not a card of this deck. Legal: QD KD AD JC QC SJ.
');
INSERT INTO "seat" VALUES(6,0,'rude',1,3.04914001389988698065e-04,3.04914001389988698065e-04,10.09765625,4.18999999999999928057e-02,1,1,0,0,'enough
');
INSERT INTO "seat" VALUES(6,1,'bare',9,4.8586399861960671842e-04,1.46167998536839149892e-04,9.98046875,3.52489999999999956137e-02,1,0,0,0,'');
CREATE TABLE void (
        name TEXT PRIMARY KEY,
        lineup INTEGER NOT NULL,
        sitting INTEGER NOT NULL,
        block INTEGER NOT NULL,
        reason TEXT NOT NULL,
        sandbox TEXT NOT NULL,
        attempts INTEGER NOT NULL
    ) WITHOUT ROWID;
CREATE INDEX match_in_schedule ON match (lineup, sitting, first, id);
CREATE INDEX match_by_deal ON match (first, lineup, sitting, id);
CREATE INDEX fault_by_bot ON fault (bot, kind, match, place);
COMMIT;
